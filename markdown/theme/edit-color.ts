/** Changes one color in the text of `theme.css`, and nothing else of it. */
import { readColors } from './check-theme.ts';
import {
  blankOut,
  type Declaration,
  findDeclaration,
  type Range,
  type RootBlock,
  readRootBlocks,
  splitLightDark,
} from './read-theme.ts';
import { type Mode, themeColors } from './theme-colors.ts';
import { THEME_FILE } from './theme-file.ts';

/** The form cannot make this change; the message says why. */
export class ThemeEditFault extends Error {}

/** Replaces the value that is there; a color that the text does not set gets a line in the last `:root` block, after a comment with it or at the end. */
export function setColor(text: string, name: string, mode: Mode, value: string): string {
  const blocks = readRootBlocks(text);
  const declaration = findDeclaration(blocks, name);
  const edited = declaration
    ? replaceValue(text, declaration, mode, value)
    : addDeclaration(text, blocks, name, `${name}: ${writeWithDefault(name, mode, value)};`);
  requireOnly(text, edited, name, (color) => color?.[mode] === value);
  return edited;
}

/** Takes the color out, so that it has its default again. */
export function resetColor(text: string, name: string): string {
  const places = readRootBlocks(text).flatMap(({ declarations }) =>
    declarations.filter((each) => each.name === name).map((each) => withItsLine(text, each)),
  );
  const edited = places.reduceRight((rest, place) => splice(rest, place, ''), text);
  requireOnly(text, edited, name, (color) => color?.line === undefined);
  return edited;
}

function replaceValue(text: string, { value, at }: Declaration, mode: Mode, color: string): string {
  const parts = splitLightDark(value);
  if (parts) {
    const { from, to } = parts[mode];
    return splice(text, { from: at.from + from, to: at.from + to }, color);
  }
  const both = text.slice(at.from, at.to);
  return splice(text, at, mode === 'day' ? `light-dark(${color}, ${both})` : `light-dark(${both}, ${color})`);
}

function writeWithDefault(name: string, mode: Mode, value: string): string {
  const standard = themeColors.find((color) => color.name === name);
  if (!standard) throw new ThemeEditFault(`${name} is no color of this site.`);
  return mode === 'day' ? `light-dark(${value}, ${standard.night})` : `light-dark(${standard.day}, ${value})`;
}

function addDeclaration(text: string, blocks: RootBlock[], name: string, line: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const block = blocks.at(-1);
  if (!block) {
    const gap = text.trim() === '' ? '' : text.endsWith('\n') ? end : end + end;
    return `${text}${gap}:root {${end}  ${line}${end}}${end}`;
  }
  if (!block.isClosed) throw new ThemeEditFault(`${THEME_FILE} ends within a block: close it with }.`);
  const { inner, declarations, openEnd } = block;
  const comment = findComment(text, inner, name);
  if (comment !== undefined) {
    const indent = /^[ \t]*/.exec(lineBefore(text, comment))?.[0] ?? '';
    return splice(text, { from: comment, to: comment }, `${end}${indent}${line}`);
  }
  const inside = text.slice(inner.from, inner.to);
  const last = inner.from + inside.trimEnd().length;
  const indent = /^[ \t]+/.exec(lineBefore(text, declarations.at(-1)?.from ?? last))?.[0] ?? '  ';
  const isOneLine = !inside.includes('\n');
  const isEmpty = inside.trim() === '';
  const added = isOneLine && !isEmpty ? ` ${line}` : `${end}${indent}${line}`;
  const tail = isOneLine && isEmpty ? end : '';
  const rest = splice(text, { from: last, to: isEmpty && isOneLine ? inner.to : last }, added + tail);
  return openEnd === undefined ? rest : splice(rest, { from: openEnd, to: openEnd }, ';');
}

/** The end of a comment that has the color, if a declaration can follow there: it is alone on its line, and none is before it unfinished. */
function findComment(text: string, { from, to }: Range, name: string): number | undefined {
  const pattern = new RegExp(`^[ \\t]*/\\*[^*\\n]*${name}\\s*:[^*\\n]*\\*/(?=[ \\t]*\\r?$)`, 'm');
  const found = pattern.exec(text.slice(from, to));
  if (!found) return undefined;
  const before = blankOut(text)
    .slice(0, from + found.index)
    .trimEnd();
  return /[;{}]$/.test(before) ? from + found.index + found[0].length : undefined;
}

/** The whole line, if nothing else is in it. */
function withItsLine(text: string, { from, to }: Range): Range {
  const before = lineBefore(text, from);
  const [after = ''] = /^[^\n]*\n?/.exec(text.slice(to)) ?? [];
  if (before.trim() === '' && after.trim() === '')
    return { from: from - before.length, to: to + after.length };
  const [space = ''] = /^[ \t]*/.exec(after) ?? [];
  return { from, to: to + space.length };
}

function lineBefore(text: string, at: number): string {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
}

function splice(text: string, { from, to }: Range, insert: string): string {
  return text.slice(0, from) + insert + text.slice(to);
}

type Read = ReturnType<typeof readColors>[number];

/** Nothing above is trusted: the new text is read, and must have the change and no other. */
function requireOnly(
  before: string,
  after: string,
  name: string,
  isChanged: (color: Read | undefined) => boolean,
): void {
  const write = (text: string) =>
    JSON.stringify(
      readRootBlocks(text)
        .flatMap(({ declarations }) => declarations)
        .flatMap((each) => (each.name === name ? [] : [[each.name, each.value, each.isImportant]])),
    );
  const color = readColors(after).find((each) => each.name === name);
  if (!isChanged(color) || write(before) !== write(after))
    throw new ThemeEditFault(`${name} cannot be changed by the form: change it in the text.`);
}
