/**
 * Loaded first by `npm start` and `npm run backend`: enables the compile cache, so that the next start need not strip types again. It is
 * JavaScript, because for a single uncached TypeScript file Node would load its whole TypeScript support.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Beside the packages, not in the shared temporary folder, where other users could add code. A read-only folder does no harm: everything is
// then compiled as usual.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'));
