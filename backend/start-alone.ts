/** `npm run backend`: the backend without the site, on port 54321, with the same config.toml and the same data. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiled code is kept for the next start, which then needs a third less. Where nothing can be written, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'));
await import('./serve-alone.ts');
