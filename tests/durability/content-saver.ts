/**
 * Saves a file of a content folder again and again, as the admin area does, and writes the number of each save that has returned.
 * Arguments: a folder, a file, and `unprivileged` to give up the rights of root first.
 */
import { join } from 'node:path';
import { createContentStore } from '../../server/admin/content/content-store.ts';
import { toSaverText } from './saver-text.ts';

const [folder = '', file = '', right] = process.argv.slice(2);
const store = createContentStore({
  contentFolder: join(folder, 'content'),
  dataFolder: join(folder, 'data'),
});
const change = { owner: { id: 'saver', email: 'saver@example.com' }, note: async () => {} };
// A write beyond the limit of a file's size is an error then, as on a full disk.
process.on('SIGXFSZ', () => {});
if (right === 'unprivileged' && process.getuid?.() === 0) process.setuid?.(65_534);

const opened = await store.read(file);
let hash = opened?.hash;
const first = opened ? Number(/^\d+/.exec(opened.text)?.[0] ?? 0) : 0;
for (let number = first + 1; ; number += 1) {
  try {
    ({ hash } = await store.save(file, toSaverText(number), hash, change));
  } catch (error) {
    const { code, message } = Object(error);
    process.stdout.write(`${JSON.stringify({ code, message })}\n`);
    break;
  }
  process.stdout.write(`${number}\n`);
}
