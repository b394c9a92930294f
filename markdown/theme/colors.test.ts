import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkTheme, findContrast, isReadableTheme, readColors } from './check-theme.ts';
import { contrastOf, parseColor, toHex, withAlphaOf } from './parse-color.ts';
import { readRootBlocks } from './read-theme.ts';
import { textColors, themeColors } from './theme-colors.ts';

function color(text: string) {
  const parsed = parseColor(text);
  if (!parsed) throw new Error(`${text} is not read`);
  return parsed;
}

// As Lightning CSS writes them.
test.each([
  ['#7a4a1e', '#7a4a1e'],
  ['#ABC', '#aabbcc'],
  ['#abcd', '#aabbcc'],
  ['#7a4a1e80', '#7a4a1e'],
  ['rgb(255, 0, 128)', '#ff0080'],
  ['RGB(100% 0% 50%)', '#ff0080'],
  ['rgba(1, 2, 3, 0.5)', '#010203'],
  ['rgb(1 2 3 / 50%)', '#010203'],
  ['rgb(300 -5 none)', '#ff0000'],
  ['oklch(0.978 0.011 84)', '#fbf7f0'],
  ['oklch(0.188 0.021 266)', '#0f131d'],
  ['oklch(0.488 0.112 58)', '#8e4d0b'],
  ['oklch(0.8 0.06 262)', '#a9bfe5'],
  ['oklch(0.628 0.2577 29.23)', '#ff0000'],
  ['oklch(62.8% 64.4% 29.23deg)', '#ff0000'],
  ['oklch(1 0 0)', '#ffffff'],
  ['oklch(0 0 none)', '#000000'],
  [' white ', '#ffffff'],
  ['black', '#000000'],
])('%s is %s', (text, hex) => expect(toHex(color(text))).toBe(hex));

test.each([
  '',
  'red',
  '#12345',
  '#xyz',
  'var(--a)',
  'rgb(1 2)',
  'rgb(a b c)',
  'rgb(var(--a))',
  'oklch(0.5 0.1 1rad)',
  'color-mix(in oklab, #fff, #000)',
  'light-dark(#fff, #000)',
])('%j is not read', (text) => expect(parseColor(text)).toBeUndefined());

test('an input for colors loses no alpha', () => {
  expect(withAlphaOf('#102030', color('oklch(0.94 0.068 80 / 0.6)'))).toBe('#10203099');
  expect(withAlphaOf('#102030', color('#fff'))).toBe('#102030');
});

// By https://webaim.org/resources/contrastchecker/
test.each([
  ['#000', '#fff', 21],
  ['#fff', '#fff', 1],
  ['#777777', '#ffffff', 4.47],
  ['#767676', '#ffffff', 4.54],
  ['#0000ff', '#ffffff', 8.59],
  ['#7a4a1e', '#fbf7ef', 6.96],
])('the contrast of %s and %s is %f', (one, other, expected) => {
  expect(contrastOf(color(one), color(other))).toBeCloseTo(expected, 1);
  expect(contrastOf(color(other), color(one))).toBe(contrastOf(color(one), color(other)));
});

describe('the defaults', () => {
  test('are those of the stylesheet', () => {
    const file = join(import.meta.dirname, '../../app/styles/tokens.css');
    const css = readFileSync(file, 'utf8').replace('@theme', ':root');
    const declared = readRootBlocks(css).flatMap(({ declarations }) => declarations);
    const written = declared.filter(({ name }) => name.startsWith('--color-'));
    expect(written.map(({ name, value }) => [name, value]).sort()).toEqual(
      themeColors.map(({ name, day, night }) => [name, `light-dark(${day}, ${night})`]).sort(),
    );
    expect(written.every(({ value }) => value.startsWith('light-dark('))).toBe(true);
  });
  test('can all be read, and have enough contrast', () => {
    const colors = readColors('');
    for (const { name, measured } of colors)
      expect([name, measured.day, measured.night]).not.toContain(undefined);
    const ratios = colors.flatMap((each) => findContrast(colors, each, 'day')?.ratio ?? []);
    expect(ratios).toHaveLength(textColors.length);
    expect(checkTheme('')).toEqual([]);
  });
});

const root = (...lines: string[]) => `:root {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;

test.each<[why: string, css: string, expected: string[]]>([
  [
    'light text by day',
    root('/* Links */', '--color-lamp: light-dark(#c96, #f2bd6a);'),
    ['3: --color-lamp on --color-raised has a contrast of 2.2 by day: text needs 4.5'],
  ],
  [
    'one value for day and night',
    root('--color-moss: #345;'),
    ['2: --color-moss on --color-raised has a contrast of 1.6 at night: text needs 4.5'],
  ],
  [
    'a dark background under the dark text that is not set',
    root('--color-paper: light-dark(#888, #10131c);').replace(':root', ':root,\n:host'),
    ['ink', 'soft', 'faint', 'lamp', 'ember', 'moss', 'dusk'].flatMap((name) =>
      name === 'ink'
        ? [expect.stringMatching(/^3: --color-ink on --color-paper .* 4\.\d by day/)]
        : [expect.stringMatching(`^3: --color-${name} on --color-paper .* by day`)],
    ),
  ],
  ['enough contrast', root('--color-lamp: light-dark(#7a4a1e, #f2bd6a);'), []],
  [
    'colors that are not checked',
    root('--color-ink: var(--mine);', '--color-soft: color-mix(in oklab, #fff, #eee);'),
    [],
  ],
  ['a color that can be seen through', root('--color-ink: #eee8;'), []],
  ['no color of text', root('--color-flame: #ffe;'), []],
  ['another rule', '.prose { --color-ink: #eee; } @media print { :root { --color-ink: #eee } }', []],
  ['a comment', root('/* --color-ink: #eee; */'), []],
  ['a text', root(`--x: "} :root { --color-ink: #eee }";`), []],
  ['the last of two wins', root('--color-ink: #eee;', '--color-ink: light-dark(#111, #eee);'), []],
  [
    'the important one of two wins',
    root('--color-ink: light-dark(#ddd, #eee) !important;', '--color-ink: light-dark(#111, #eee);'),
    [expect.stringMatching(/^2: --color-ink/)],
  ],
  [
    'a block that does not end',
    ':root { --color-ink: light-dark(#ddd, #eee)',
    [expect.stringMatching(/^1: --color-ink/)],
  ],
])('%s', (_, css, expected) =>
  expect(checkTheme(css).map(({ line, message }) => `${line}: ${message}`)).toEqual(expected));

test.each([
  ['', true],
  [root('--color-lamp: light-dark(#7a4a1e, #f2bd6a);', '--color-flame: var(--x);'), true],
  [root('--color-lamp: light-dark(#c96, #f2bd6a);'), false],
  [root('--color-ink: var(--x);'), false],
  [root('--color-raised: var(--x);'), false],
  [root('--color-paper: light-dark(#fff, transparent);'), false],
])('%j is known to be readable: %s', (css, expected) => expect(isReadableTheme(css)).toBe(expected));

test('a file over 100 kB is left out', () => {
  expect(checkTheme(`/* ${'ä'.repeat(49_997)} */`)).toEqual([]);
  expect(checkTheme(`/* ${'ä'.repeat(50_000)} */`)).toEqual([
    { message: 'is 101 kB, more than the 100 kB it may have: it is left out' },
  ]);
});
