/** The characters that a TrueType font has, from its `cmap` table. */
export function readCharacters(font: Buffer): number[] {
  const cmap = findTable(font, 'cmap');
  const count = cmap.readUInt16BE(2);
  const characters: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const part = cmap.subarray(cmap.readUInt32BE(4 + at * 8 + 4));
    const format = part.readUInt16BE(0);
    if (format === 4) characters.push(...readSegments(part));
    if (format === 12) characters.push(...readGroups(part));
  }
  return characters;
}

function findTable(font: Buffer, name: string): Buffer {
  const count = font.readUInt16BE(4);
  for (let at = 0; at < count; at += 1) {
    const entry = 12 + at * 16;
    if (font.toString('latin1', entry, entry + 4) !== name) continue;
    const offset = font.readUInt32BE(entry + 8);
    return font.subarray(offset, offset + font.readUInt32BE(entry + 12));
  }
  throw new Error(`The font has no table "${name}".`);
}

/** Format 4: ranges of the first 65,536 characters. */
function* readSegments(part: Buffer): Generator<number> {
  const bytes = part.readUInt16BE(6);
  for (let at = 0; at < bytes; at += 2) {
    const end = part.readUInt16BE(14 + at);
    const start = part.readUInt16BE(16 + bytes + at);
    for (let character = start; character <= end && character < 0xffff; character += 1) yield character;
  }
}

/** Format 12: ranges of all characters. */
function* readGroups(part: Buffer): Generator<number> {
  const count = part.readUInt32BE(12);
  for (let at = 0; at < count; at += 1) {
    const group = 16 + at * 12;
    const end = part.readUInt32BE(group + 4);
    for (let character = part.readUInt32BE(group); character <= end; character += 1) yield character;
  }
}
