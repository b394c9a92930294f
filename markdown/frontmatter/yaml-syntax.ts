import { isDeepStrictEqual } from 'node:util';
import { type Block, editLines, type HeadSyntax } from './edit-lines.ts';
import { isObject } from './field-rules.ts';
import { readYaml } from './read-yaml.ts';

export const yamlSyntax: HeadSyntax = { findName, read: readYaml, toText, toLine, editBlock };

function findName(line: string, indent: number): { name: string; valueAt: number } | undefined {
  const own = line.slice(indent);
  if (line.slice(0, indent).trim() !== '' || /^(?:[\s#]|-\s|-$|$)/.test(own)) return undefined;
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(own)?.[0];
  const colon =
    quoted === undefined
      ? own.search(/:(?=\s|$)/)
      : quoted.length + own.slice(quoted.length).search(/(?<=^\s*):(?=\s|$)/);
  if (colon <= 0 || (quoted !== undefined && colon < quoted.length)) return undefined;
  const written = own.slice(0, colon);
  const read = readOne(`${written}: 1`);
  const [name, ...others] = isObject(read) ? Object.keys(read) : [];
  return name === undefined || others.length > 0 ? undefined : { name, valueAt: indent + colon + 1 };
}

function toLine(name: string, valueText: string): string {
  const isPlain = isDeepStrictEqual(readOne(`${name}: 1`), { [name]: 1 });
  return `${isPlain ? name : toQuoted(name)}: ${valueText}`;
}

/** Undefined for what is no YAML. */
function readOne(text: string): unknown {
  try {
    return readYaml(text);
  } catch {
    return undefined;
  }
}

function toText(value: unknown, written: string): string {
  if (typeof value === 'string') return textOf(value, written, false);
  return toFlow(value, written);
}

function toFlow(value: unknown, written = ''): string {
  if (typeof value === 'string') return textOf(value, written, true);
  if (Array.isArray(value)) {
    const items = value.map((item) => toFlow(item)).join(', ');
    return /^\[\s/.test(written) && items !== '' ? `[ ${items} ]` : `[${items}]`;
  }
  if (!isObject(value)) return String(value);
  const members = Object.entries(value).map(([name, inner]) => {
    const key = isDeepStrictEqual(readOne(`{${name}: 1}`), { [name]: 1 }) ? name : toQuoted(name);
    return `${key}: ${toFlow(inner)}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** Quotes stay where the author wrote some; otherwise text has them where YAML needs them. */
function textOf(value: string, written: string, isInFlow: boolean): string {
  const double = toQuoted(value);
  const single = `'${value.replaceAll("'", "''")}'`;
  const isSimple = double === `"${value}"`;
  const candidates = [
    ...(written.startsWith('"') ? [double] : written.startsWith("'") ? [single] : [value]),
    ...(isSimple ? [double] : [single]),
  ];
  const reads = (text: string) =>
    !/[\r\n]/.test(text) &&
    (isInFlow
      ? isDeepStrictEqual(readOne(`x: [${text}, { x: ${text} }]`), { x: [value, { x: value }] })
      : isDeepStrictEqual(readOne(`x: ${text}`), { x: value }));
  return candidates.find(reads) ?? double;
}

/** The escapes of JSON are those of YAML, which has some more that must be written so. */
function toQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function editBlock(block: Block): string[] | undefined {
  const { rest, old, value } = block;
  if (typeof value === 'string' && /^\s+[|>]/.test(rest)) return editTextBlock(block, value);
  if (!/^\s*(?:#.*)?$/.test(rest)) return undefined;
  if (Array.isArray(old) && Array.isArray(value)) return editListBlock(block, old, value);
  if (isObject(old) && isObject(value)) return editGroupBlock(block, old, value);
  return undefined;
}

/** `|` and `>`: the lines of the text stay below the name. */
function editTextBlock({ start, rest, lines, lineEnd }: Block, value: string): string[] | undefined {
  const indent = /^ */.exec(lines.find((line) => line.trim() !== '') ?? '')?.[0] || '  ';
  const isFolded = rest.trimStart().startsWith('>');
  const parts = value.replace(/\n$/, '').split('\n');
  const written = (isFolded ? parts.flatMap((part, at) => (at === 0 ? [part] : ['', part])) : parts).map(
    (part) => (part === '' ? lineEnd : indent + part + lineEnd),
  );
  const headers = [rest, rest.replace(/[+-]?(?=\s*(?:#.*)?$)/, ''), rest.replace(/([|>]\d?)[+-]?/, '$1-')];
  for (const header of headers) {
    const result = [`${start}${header}${lineEnd}`, ...written];
    if (isDeepStrictEqual(Object.values(Object(readOne(result.join('').trimStart()))), [value]))
      return result;
  }
  return undefined;
}

/** A line for each item: those of items that stay are kept, with the comments above them. */
function editListBlock(
  { start, rest, lines, lineEnd }: Block,
  old: unknown[],
  value: unknown[],
): string[] | undefined {
  const written: string[][] = [];
  let above: string[] = [];
  for (const line of lines) {
    above.push(line);
    if (/^\s*(?:#|$)/.test(line)) continue;
    written.push(above);
    above = [];
  }
  const itemOf = (own: string[]) => readOne(own.at(-1)?.trimStart() ?? '');
  if (value.length === 0 || written.length !== old.length) return undefined;
  if (!written.every((own, at) => isDeepStrictEqual(itemOf(own), [old[at]]))) return undefined;
  const indent = /^\s*-\s+/.exec(written[0]?.at(-1) ?? '')?.[0] ?? '  - ';
  const result = [`${start}${rest}${lineEnd}`];
  let next = 0;
  for (const item of value) {
    const found = old.findIndex((one, at) => at >= next && isDeepStrictEqual(one, item));
    if (found < 0) result.push(`${indent}${toText(item, '')}${lineEnd}`);
    else result.push(...(written[found] ?? []));
    if (found >= 0) next = found + 1;
  }
  return [...result, ...above];
}

/** A line for each member: only those of members that differ change. */
function editGroupBlock(
  { start, rest, lines, lineEnd }: Block,
  old: Record<string, unknown>,
  value: Record<string, unknown>,
): string[] | undefined {
  const first = lines.find((line) => !/^\s*(?:#|$)/.test(line));
  const indent = /^ +/.exec(first ?? '')?.[0].length;
  if (indent === undefined || Object.keys(value).length === 0) return undefined;
  const changes = new Map<string, unknown>();
  for (const name of new Set([...Object.keys(old), ...Object.keys(value)]))
    if (!isDeepStrictEqual(old[name], value[name])) changes.set(name, value[name]);
  const edit = { lines, data: old, changes, lineEnd, order: [], indent };
  return [`${start}${rest}${lineEnd}`, ...editLines(edit, yamlSyntax)];
}
