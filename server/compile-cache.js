/**
 * Loaded first by `npm start` and `npm run backend`: keeps compiled code, so that the next start need not read TypeScript again. It is
 * JavaScript for the same reason: for a single TypeScript file that was not kept, Node loads the whole part that reads TypeScript.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Beside the packages, not in the shared temporary folder, where others could put code of theirs. A folder that cannot be written
// does no harm: everything is then compiled as ever.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'compile'));
