/** Changes the values of names in lines like `title: My page`, and no other line. */
import { isDeepStrictEqual } from 'node:util';
import { EditFault } from './edit-fault.ts';
import { isObject } from './field-rules.ts';

type Data = Record<string, unknown>;

/** What differs between YAML and TOML. */
export interface HeadSyntax {
  /** The name that a line begins with at this indentation, and where its value begins. */
  findName(line: string, indent: number): { name: string; valueAt: number } | undefined;
  read(text: string): unknown;
  /** On one line. `written`: the value as it was written before. */
  toText(value: unknown, written: string): string;
  toLine(name: string, valueText: string): string;
  /** A value over several lines that stays so: a list with a line for each item, a block of text. Undefined: it becomes one line. */
  editBlock?(block: Block): string[] | undefined;
}

export interface LinesEdit {
  /** With their ends. */
  lines: readonly string[];
  /** What they say. */
  data: Data;
  /** Undefined removes a name. */
  changes: ReadonlyMap<string, unknown>;
  lineEnd: string;
  /** Names in the order in which they are usually written. */
  order: readonly string[];
  indent?: number;
}

/** The lines of one value. */
export interface Block {
  /** The first line up to the value: `tags:`. */
  start: string;
  /** What else the first line has, without its end. */
  rest: string;
  /** Those below the first. */
  lines: readonly string[];
  old: unknown;
  value: unknown;
  lineEnd: string;
}

interface Entry {
  name: string;
  valueAt: number;
  from: number;
  to: number;
}

export function editLines(edit: LinesEdit, syntax: HeadSyntax): string[] {
  const { lines, data, changes, lineEnd, order, indent = 0 } = edit;
  const entries = findEntries(edit, syntax);
  const replaced = new Map<number, { end: number; lines: string[] }>();
  const added = new Map<number, string[]>();
  for (const name of [...changes.keys()].sort((one, other) => rank(order, one) - rank(order, other))) {
    const value = changes.get(name);
    const entry = entries.find((one) => one.name === name);
    if (entry) {
      const end = findValueEnd(entry, edit, syntax);
      const block = {
        ...toBlock(lines.slice(entry.from, end), entry.valueAt, lineEnd),
        old: data[name],
        value,
      };
      replaced.set(entry.from, { end, lines: value === undefined ? [] : rewrite(name, block, syntax) });
    } else if (value !== undefined) {
      const at = findPlace(name, edit, entries, syntax);
      const line = ' '.repeat(indent) + syntax.toLine(name, syntax.toText(value, '')) + lineEnd;
      added.set(at, [...(added.get(at) ?? []), line]);
    }
  }
  const result: string[] = [];
  for (let at = 0; at <= lines.length; ) {
    result.push(...(added.get(at) ?? []));
    const found = replaced.get(at);
    result.push(...(found?.lines ?? lines.slice(at, at + 1)));
    at = found?.end ?? at + 1;
  }
  return result;
}

function findEntries({ lines, data, indent = 0 }: LinesEdit, syntax: HeadSyntax): Entry[] {
  const entries: Entry[] = [];
  for (const [at, line] of lines.entries()) {
    const found = syntax.findName(line, indent);
    if (found) entries.push({ ...found, from: at, to: lines.length });
  }
  for (const [place, entry] of entries.entries()) entry.to = entries[place + 1]?.from ?? lines.length;
  const names = entries.map(({ name }) => name);
  const isClear = names.length === new Set(names).size && names.length === Object.keys(data).length;
  if (!isClear || !names.every((name) => Object.hasOwn(data, name)))
    throw new EditFault('the lines of its fields cannot be told apart: change it in the text');
  return entries;
}

/** Comments and empty lines below a value stay, unless they are part of it. */
function findValueEnd(entry: Entry, { lines, data }: LinesEdit, syntax: HeadSyntax): number {
  // Or the mark of YAML that says it ends here.
  const isEmpty = (line: string) => /^(?:\s*(?:#|$)|\.{3}\s*$)/.test(line);
  let end = entry.to;
  while (end > entry.from + 1 && isEmpty(lines[end - 1] ?? '')) end -= 1;
  for (; end <= entry.to; end++) {
    const read = readOrNothing(lines.slice(entry.from, end).join(''), syntax);
    if (isDeepStrictEqual(Object.entries(read), [[entry.name, data[entry.name]]])) return end;
  }
  throw new EditFault(
    `the lines of "${entry.name}" cannot be told from those around it: change it in the text`,
  );
}

function readOrNothing(text: string, syntax: HeadSyntax): Data {
  try {
    const data = syntax.read(text);
    return isObject(data) ? data : {};
  } catch {
    return {};
  }
}

function toBlock(lines: string[], valueAt: number, lineEnd: string): Omit<Block, 'old' | 'value'> {
  const [first = ''] = lines;
  const end = /\r?\n?$/.exec(first)?.index ?? first.length;
  return {
    start: first.slice(0, valueAt),
    rest: first.slice(valueAt, end),
    lines: lines.slice(1),
    lineEnd: first.slice(end) || lineEnd,
  };
}

function rewrite(name: string, block: Block, syntax: HeadSyntax): string[] {
  const { start, rest, lines, value, lineEnd } = block;
  if (lines.length > 0) {
    const kept = syntax.editBlock?.(block);
    if (kept) return kept;
    if (hasComments(block))
      throw new EditFault(`"${name}" has comments between its lines: change it in the text`);
  }
  const { gap, written, comment } =
    lines.length > 0 ? splitHeader(rest) : splitValue(rest, block.old, syntax);
  // A tab before a list or a group is no YAML.
  return [`${start}${/^ +$/.test(gap) ? gap : ' '}${syntax.toText(value, written)}${comment}${lineEnd}`];
}

/** Between the lines of a list or a group, or above text that begins on a line of its own. In text itself, `#` is a letter. */
function hasComments({ rest, lines, old }: Block): boolean {
  const isBelow = /^\s*(?:#.*)?$/.test(rest);
  const inside = isBelow ? lines : [rest, ...lines];
  if (typeof old === 'object') return inside.some((line) => /(?:^|\s)#/.test(line));
  return isBelow && /^\s*#/.test(inside.find((line) => line.trim() !== '') ?? '');
}

/** The first line of several: `tags: # of the garden`. */
function splitHeader(rest: string): ValueParts {
  const comment = /^\s+#.*$/.exec(rest)?.[0] ?? '';
  return { gap: '', written: comment ? '' : rest.trim(), comment };
}

interface ValueParts {
  gap: string;
  written: string;
  /** With the space before it. */
  comment: string;
}

/** Takes a value and the comment behind it apart: the first ` #` after which the value still reads the same. */
function splitValue(rest: string, old: unknown, syntax: HeadSyntax): ValueParts {
  const gap = /^\s*/.exec(rest)?.[0] ?? '';
  for (const { index } of rest.matchAll(/\s#/g)) {
    const written = rest.slice(0, index).trim();
    const read = readOrNothing(syntax.toLine('x', written), syntax);
    if (!isDeepStrictEqual(read, { x: old })) continue;
    const comment = rest.slice(rest.slice(0, index).trimEnd().length);
    return { gap: written === '' ? '' : gap, written, comment };
  }
  const written = rest.trim();
  return { gap: written === '' ? '' : gap, written, comment: '' };
}

function rank(order: readonly string[], name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

/** Where a new name is put: behind the one that usually comes before it. */
function findPlace(name: string, edit: LinesEdit, entries: Entry[], syntax: HeadSyntax): number {
  const { order, lines } = edit;
  const own = rank(order, name);
  if (own === order.length) return entries.length === 0 ? lines.length : endOf(entries.at(-1), edit, syntax);
  const before = entries
    .filter((entry) => rank(order, entry.name) < own)
    .sort((one, other) => rank(order, other.name) - rank(order, one.name));
  if (before[0]) return endOf(before[0], edit, syntax);
  return entries[0] ? 0 : lines.length;
}

function endOf(entry: Entry | undefined, edit: LinesEdit, syntax: HeadSyntax): number {
  return entry ? findValueEnd(entry, edit, syntax) : edit.lines.length;
}
