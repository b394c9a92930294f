/** `npm run package`: packs `porchlight` and `create-porchlight` into dist/packages, as `npm publish` would send them. */
import { join } from 'node:path';
import { packFolder } from './pack-folder.ts';
import { writePackages } from './write-packages.ts';

const target = join(import.meta.dirname, '..', 'dist', 'packages');
const { program, create } = await writePackages(target);
for (const folder of [program, create]) console.log(await packFolder(folder, target));
