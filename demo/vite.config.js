import { defineConfig } from 'vite';
import { documents } from './documents/build.js';

export default defineConfig({
  // any folder of any static server will do
  base: './',
  plugins: [documents()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    // a busy machine is no reason for a warning
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
