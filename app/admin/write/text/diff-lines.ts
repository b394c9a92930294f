import { diffIndices } from 'node-diff3';
import { splitLines } from './line-ends.ts';

export interface DiffLine {
  kind: 'same' | 'removed' | 'added' | 'skipped';
  text: string;
}

/** Lines around a change that are shown with it. */
const around = 2;

/** The lines that differ between two texts, with two lines around them. Undefined if none does. */
export function diffLines(before: string, after: string): DiffLine[] | undefined {
  const old = splitLines(before);
  const fresh = splitLines(after);
  const lines: DiffLine[] = [];
  let shown = 0;
  for (const { buffer1, buffer2 } of diffIndices(old, fresh)) {
    const [at, length] = buffer1;
    addSame(lines, old.slice(shown, at), { isFirst: lines.length === 0, isLast: false });
    for (const text of old.slice(at, at + length)) lines.push({ kind: 'removed', text });
    for (const text of fresh.slice(buffer2[0], buffer2[0] + buffer2[1])) lines.push({ kind: 'added', text });
    shown = at + length;
  }
  if (lines.length === 0) return undefined;
  addSame(lines, old.slice(shown), { isFirst: false, isLast: true });
  return lines;
}

function addSame(lines: DiffLine[], same: string[], place: { isFirst: boolean; isLast: boolean }): void {
  const head = place.isFirst ? 0 : around;
  const tail = place.isLast ? 0 : around;
  const left = same.length - head - tail;
  if (left <= 1) {
    for (const text of same) lines.push({ kind: 'same', text });
    return;
  }
  for (const text of same.slice(0, head)) lines.push({ kind: 'same', text });
  lines.push({ kind: 'skipped', text: `${left} lines` });
  if (tail > 0) for (const text of same.slice(-tail)) lines.push({ kind: 'same', text });
}
