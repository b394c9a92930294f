/**
 * Lays types out as Prettier does without semicolons: a line has at most 80 columns, and what does not fit is broken from the outside
 * inward. Only the forms of `type-node.ts` are known.
 */
import { type Member, type ObjectType, type TypeNode, toKey } from './type-node.ts';

const maxWidth = 80;

/** `column` is where the type begins; further lines are indented from `indent`. */
export function printType(node: TypeNode, indent: number, column: number): string {
  const flat = toFlat(node);
  if (flat !== undefined && column + widthOf(flat) <= maxWidth) return flat;
  switch (node.kind) {
    case 'plain':
      return node.text;
    case 'generic':
      if (node.of.length === 1) return flat ?? '';
      return `${node.name}<\n${node.of.map(({ text }) => pad(indent + 2) + text).join(',\n')}\n${pad(indent)}>`;
    case 'object':
      return printObject(node, indent);
    case 'tuple':
      return `[${node.of.map((item) => `\n${pad(indent + 2)}${printType(item, indent + 2, indent + 2)},`).join('')}\n${pad(indent)}]`;
    case 'refusal':
      return `${printObject(node.error, indent)} & ${toFlat(node.reason)}`;
    case 'array':
      if (node.of.kind !== 'union') return `${printType(node.of, indent, column + 2)}[]`;
      return `(${printChoices(node.of.of, indent + 2)}\n${pad(indent)})[]`;
    case 'union': {
      const hugged = findHugged(node.of);
      if (hugged) return `${printType(hugged, indent, column + ' | null'.length)} | null`;
      return printChoices(node.of, indent + 2);
    }
  }
}

export function printMember({ name, isOptional, comment = [], type }: Member, indent: number): string {
  const start = `${pad(indent)}${toKey(name)}${isOptional ? '?' : ''}:`;
  const text = printType(type, indent, widthOf(start) + 1);
  const lines = comment.map((line) => `${pad(indent)}${line}\n`).join('');
  return `${lines}${start}${text.startsWith('\n') ? '' : ' '}${text}`;
}

function printObject({ members }: ObjectType, indent: number): string {
  if (members.length === 0) return '{}';
  return `{\n${members.map((member) => `${printMember(member, indent + 2)}\n`).join('')}${pad(indent)}}`;
}

/** Each on a line of its own, after a bar. */
function printChoices(nodes: TypeNode[], indent: number): string {
  return nodes.map((node) => `\n${pad(indent)}| ${printType(node, indent + 2, indent + 2)}`).join('');
}

/** On one line; undefined if it has to be on several. */
function toFlat(node: TypeNode): string | undefined {
  switch (node.kind) {
    case 'plain':
      return node.text;
    case 'generic':
      return `${node.name}<${node.of.map(({ text }) => text).join(', ')}>`;
    case 'object':
      return flattenObject(node);
    case 'tuple':
      return join(node.of.map(toFlat), ', ', (text) => `[${text}]`);
    case 'refusal':
      return join([toFlat(node.error), toFlat(node.reason)], ' & ');
    case 'union':
      return join(node.of.map(toFlat), ' | ');
    case 'array':
      return join([toFlat(node.of)], '', (text) => (node.of.kind === 'union' ? `(${text})[]` : `${text}[]`));
  }
}

function flattenObject({ members, isExpanded }: ObjectType): string | undefined {
  if (isExpanded) return undefined;
  if (members.length === 0) return '{}';
  const flat = members.map(({ name, isOptional, type }) =>
    join([`${toKey(name)}${isOptional ? '?' : ''}`, toFlat(type)], ': '),
  );
  return join(flat, '; ', (text) => `{ ${text} }`);
}

function join(parts: (string | undefined)[], between: string, around = (text: string) => text) {
  return parts.includes(undefined) ? undefined : around(parts.join(between));
}

/** An object or a named type is not put on a line of its own for the sake of `| null`. */
function findHugged([first, second, ...others]: TypeNode[]): TypeNode | undefined {
  const isNullable = second?.kind === 'plain' && second.text === 'null' && others.length === 0;
  if (!isNullable) return undefined;
  const isNamed = first?.kind === 'generic' || (first?.kind === 'plain' && first.isReference);
  return isNamed || first?.kind === 'object' ? first : undefined;
}

const pad = (width: number) => ' '.repeat(width);

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Chinese characters, emoji and the like are two columns wide; combining marks have no width. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (/\p{Mn}|\p{Me}|\p{Cf}/u.test(character)) continue;
    width += wide.test(character) ? 2 : 1;
  }
  return width;
}
