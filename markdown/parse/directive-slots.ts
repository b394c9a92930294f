/** A part of a directive's content. The first one has no name. */
export interface Slot {
  name: string;
  start: number;
  end: number;
}

const SLOT = /^#([a-z][\w-]*)(?:\{[^}]*\})?[ \t]*$/;
const FENCE = /^(`{3,}|~{3,})/;

/** Divides the lines of a directive at the `#slot` lines of Nuxt Content that are its own, not of a directive in it. */
export function splitSlots(readLine: (line: number) => string, start: number, end: number): Slot[] {
  const slots: Slot[] = [{ name: '', start, end }];
  let depth = 0;
  let fence = '';
  for (let line = start; line < end; line += 1) {
    const text = readLine(line);
    const mark = FENCE.exec(text)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && text.trim() === mark) fence = '';
      continue;
    }
    if (mark) fence = mark;
    if (/^:{2,}[a-zA-Z]/.test(text)) depth += 1;
    else if (/^:{2,}[ \t]*$/.test(text)) depth -= 1;
    const name = depth <= 0 ? SLOT.exec(text)?.[1] : undefined;
    const last = slots.at(-1);
    if (name === undefined || !last) continue;
    last.end = line;
    slots.push({ name, start: line + 1, end });
  }
  return slots;
}
