import { join, resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ownComponents } from './server/build/own-components.ts';
import { realtimeApart } from './server/build/realtime-apart.ts';
import { withoutPrivateSettings } from './server/build/without-private-settings.ts';
import { siteFolder } from './site-folder.ts';

const contentFolder = resolve(siteFolder, process.env.CONTENT_DIR?.trim() || 'content');

/** The React site, for the build (server/build/build-site.ts) and for development alike. */
export default defineConfig({
  // Vite minifies the CSS; Tailwind would do it a second time.
  plugins: [
    withoutPrivateSettings(siteFolder),
    ownComponents(contentFolder),
    realtimeApart(),
    react(),
    tailwindcss({ optimize: false }),
  ],
  publicDir: 'app/public',
  cacheDir: join(siteFolder, 'node_modules', '.vite'),
  // Without an index.html Vite cannot scan for packages; one found later would reload the first page.
  optimizeDeps: { entries: ['app/entry.browser.tsx', 'app/routes/*.{tsx,js}'] },
  // Components of the owner use the React of the pages, wherever their folder is.
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2023',
    // The first versions with light-dark(); for older ones every color would be written twice.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // Vite's size report would compress everything a second time.
    reportCompressedSize: false,
  },
});
