import type { Fault } from '../frontmatter/fault.ts';
import { type Color, contrastOf, parseColor } from './parse-color.ts';
import { findDeclaration, type RootBlock, readRootBlocks, splitLightDark } from './read-theme.ts';
import { type Mode, surfaces, type ThemeColor, textColors, themeColors } from './theme-colors.ts';

/** It delays the first view of every page. */
export const MAX_THEME_BYTES = 100_000;
/** What WCAG 2 asks for text (AA). */
export const minContrast = 4.5;

const modes: readonly Mode[] = ['day', 'night'];

/** A color as the site would have it with a text of `theme.css`. */
export interface SetColor extends ThemeColor {
  /** Where the text sets it, from 1. Undefined: it has its default. */
  line?: number;
  /** The values as they can be measured. Undefined: written in a way that is not checked. */
  measured: Record<Mode, Color | undefined>;
}

/** All colors, those of the text and the defaults of the others. */
export function readColors(text: string): SetColor[] {
  const blocks = readRootBlocks(text);
  return themeColors.map((color) => readColor(text, blocks, color));
}

function readColor(text: string, blocks: RootBlock[], color: ThemeColor): SetColor {
  const declaration = findDeclaration(blocks, color.name);
  if (!declaration) return measure({ ...color });
  const { value, from } = declaration;
  const parts = splitLightDark(value);
  const day = parts ? value.slice(parts.day.from, parts.day.to) : value;
  const night = parts ? value.slice(parts.night.from, parts.night.to) : value;
  return measure({ ...color, day, night, line: text.slice(0, from).split('\n').length });
}

function measure(color: Omit<SetColor, 'measured'>): SetColor {
  return { ...color, measured: { day: parseColor(color.day), night: parseColor(color.night) } };
}

export interface Contrast {
  /** The surface on which the color is read worst. */
  surface: SetColor;
  ratio: number;
}

/** How well text of a color can be read. Undefined: it is no color of text, or a color is not checked. */
export function findContrast(colors: readonly SetColor[], color: SetColor, mode: Mode): Contrast | undefined {
  const own = color.measured[mode];
  if (!textColors.includes(color.name) || own?.alpha !== 1) return undefined;
  return colors
    .flatMap((surface) => {
      const behind = surface.measured[mode];
      const isSurface = surfaces.some((name) => name === surface.name);
      return isSurface && behind?.alpha === 1 ? [{ surface, ratio: contrastOf(own, behind) }] : [];
    })
    .sort((a, b) => a.ratio - b.ratio)[0];
}

/** What is wrong with `theme.css` if it has this text: it is too long, or some text would be hard to read. */
export function checkTheme(text: string): Fault[] {
  const size = new TextEncoder().encode(text).length;
  return size > MAX_THEME_BYTES ? [{ message: tooLargeTheme(size) }] : checkContrast(text);
}

function checkContrast(text: string): Fault[] {
  const colors = readColors(text);
  const faults = colors.flatMap((color) =>
    modes.flatMap((mode): Fault[] => {
      const contrast = findContrast(colors, color, mode);
      if (!contrast || contrast.ratio >= minContrast) return [];
      const { surface, ratio } = contrast;
      const line = color.line ?? surface.line ?? 1;
      const when = mode === 'day' ? 'by day' : 'at night';
      const message = `${color.name} on ${surface.name} has a contrast of ${formatContrast(ratio)} ${when}: text needs ${minContrast}`;
      return [{ line, message }];
    }),
  );
  return faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** Whether all text is known to be readable. It is not where a color is not checked. */
export function isReadableTheme(text: string): boolean {
  const colors = readColors(text);
  const isMeasured = ({ name, measured }: SetColor, mode: Mode) =>
    !surfaces.some((surface) => surface === name) || measured[mode]?.alpha === 1;
  return modes.every((mode) =>
    colors.every((color) => {
      if (!textColors.includes(color.name)) return isMeasured(color, mode);
      return (findContrast(colors, color, mode)?.ratio ?? 0) >= minContrast;
    }),
  );
}

/** Never rounded up to what it does not reach. */
export function formatContrast(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1);
}

export function tooLargeTheme(size: number): string {
  return `is ${Math.ceil(size / 1000)} kB, more than the ${MAX_THEME_BYTES / 1000} kB it may have: it is left out`;
}
