import { defineConfig } from 'vite';
import { sources } from './sources/build.js';

export default defineConfig({
  // relative, so that the demo works in any folder of a static server
  base: './',
  plugins: [sources()],
  build: {
    outDir: '../site',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    // no warnings about slow plugins: they only mean that the machine is busy
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
