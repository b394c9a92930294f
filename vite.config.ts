import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutPrivateSettings } from './server/build/without-private-settings.ts';

/** The React site, for the build (server/build/build-site.ts) and for development alike. */
export default defineConfig({
  // Vite's own step minifies the CSS; Tailwind's would do it once more before.
  plugins: [withoutPrivateSettings(), react(), tailwindcss({ optimize: false })],
  publicDir: 'app/public',
  // There is no index.html to look through; found later, a package would make the first page load twice.
  optimizeDeps: { entries: ['app/entry.browser.tsx', 'app/routes/*.tsx'] },
  build: {
    target: 'es2023',
    // The first versions that know light-dark(); for older ones every colour would be written twice.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // The server compresses; Vite's own report of sizes would do it once more.
    reportCompressedSize: false,
  },
});
