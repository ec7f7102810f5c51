import { defineConfig } from 'vite';
import { sources } from './sources/build.js';

export default defineConfig({
  // any folder of any static server will do
  base: './',
  plugins: [sources()],
  build: {
    outDir: '../site',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    // a busy machine is no reason for a warning
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
