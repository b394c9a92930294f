import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readColors } from './check-theme.ts';
import { resetColor, setColor, ThemeEditFault } from './edit-color.ts';
import { writeNewTheme } from './new-theme.ts';
import { themeColors } from './theme-colors.ts';

const lamp = '--color-lamp';
const nightLamp = 'oklch(0.83 0.118 77)';

describe('a value is replaced where it stands', () => {
  test.each([
    ['--color-lamp: light-dark(#7a4a1e, #f2bd6a);', '--color-lamp: light-dark(#123456, #f2bd6a);'],
    ['--color-lamp : LIGHT-DARK( #7a4a1e , #f2bd6a ) ;', '--color-lamp : LIGHT-DARK( #123456 , #f2bd6a ) ;'],
    [
      '--color-lamp: light-dark(/* day */ rgb(1, 2, 3) /* old; */, #f2bd6a); /* mine */',
      '--color-lamp: light-dark(/* day */ #123456 /* old; */, #f2bd6a); /* mine */',
    ],
    [
      '--color-lamp: light-dark(\n    #7a4a1e,\n    #f2bd6a\n  );',
      '--color-lamp: light-dark(\n    #123456,\n    #f2bd6a\n  );',
    ],
    ['--color-lamp: #7a4a1e', '--color-lamp: light-dark(#123456, #7a4a1e)'],
    [
      '--color-lamp: var(--a, {;}) !important;',
      '--color-lamp: light-dark(#123456, var(--a, {;})) !important;',
    ],
    [
      '--color-lamp: #fff; --color-lamp: #eee;',
      '--color-lamp: #fff; --color-lamp: light-dark(#123456, #eee);',
    ],
    [
      '--color-lamp: #fff !important; --color-lamp: #eee;',
      '--color-lamp: light-dark(#123456, #fff) !important; --color-lamp: #eee;',
    ],
  ])('%j', (line, expected) => {
    const around = (middle: string) =>
      `/* :root { */\n:root {\n  --a: "}";\n  ${middle}\n}\n\n.x { ${lamp}: red }\n`;
    expect(setColor(around(line), lamp, 'day', '#123456')).toBe(around(expected));
  });
});

describe('a missing color is added', () => {
  const added = `${lamp}: light-dark(#123456, ${nightLamp});`;
  test.each([
    ['', `:root {\n  ${added}\n}\n`],
    ['.x { color: red }', `.x { color: red }\n\n:root {\n  ${added}\n}\n`],
    ['/* Mine */\r\n', `/* Mine */\r\n\r\n:root {\r\n  ${added}\r\n}\r\n`],
    [':root {}', `:root {\n  ${added}\n}`],
    [':root {\n}\n', `:root {\n  ${added}\n}\n`],
    [':root { --a: b }', `:root { --a: b; ${added} }`],
    [':root{--a:b;}', `:root{--a:b; ${added}}`],
    [':root {\n\t--a: b /* c */\n}\n.x {}', `:root {\n\t--a: b; /* c */\n\t${added}\n}\n.x {}`],
    [':root {\n    /* --color-lamp: red; */\n}', `:root {\n    /* --color-lamp: red; */\n    ${added}\n}`],
    [
      ':root {\r\n  /* --color-lamp: red; */\r\n  /* --color-ink: red; */\r\n}',
      `:root {\r\n  /* --color-lamp: red; */\r\n  ${added}\r\n  /* --color-ink: red; */\r\n}`,
    ],
    [
      ':root {\n  --a: b\n  /* --color-lamp: red; */\n}',
      `:root {\n  --a: b;\n  /* --color-lamp: red; */\n  ${added}\n}`,
    ],
    [
      ':root {\n  --a:\n  /* --color-lamp: red; */\n  b;\n}',
      `:root {\n  --a:\n  /* --color-lamp: red; */\n  b;\n  ${added}\n}`,
    ],
    [
      ':root {\n  --a: b;\n  &:hover { --c: d }\n}',
      `:root {\n  --a: b;\n  &:hover { --c: d }\n  ${added}\n}`,
    ],
    [
      ':root { --a: b; }\n:root, :host {\n  --c: d;\n}\n',
      `:root { --a: b; }\n:root, :host {\n  --c: d;\n  ${added}\n}\n`,
    ],
    [
      '@import "a.css";\n@media print {\n  :root { --a: b }\n}\n',
      `@import "a.css";\n@media print {\n  :root { --a: b }\n}\n\n:root {\n  ${added}\n}\n`,
    ],
  ])('to %j', (text, expected) => expect(setColor(text, lamp, 'day', '#123456')).toBe(expected));
});

describe('a reset takes the color out', () => {
  test.each([
    [':root {\n  --a: b;\n  --color-lamp: red;\n  --c: d;\n}\n', ':root {\n  --a: b;\n  --c: d;\n}\n'],
    [':root {\r\n  --color-lamp: red\r\n}\r\n', ':root {\r\n}\r\n'],
    [':root { --color-lamp: red; --a: b }', ':root { --a: b }'],
    [':root {\n  --color-lamp: red; /* mine */\n}', ':root {\n  /* mine */\n}'],
    [':root {\n  --color-lamp: light-dark(\n    red,\n    blue);\n}', ':root {\n}'],
    [
      ':root {\n  --color-lamp: red;\n  --color-lamp: blue;\n}\n:root { --color-lamp: #fff }',
      ':root {\n}\n:root { }',
    ],
    ['/* none */', '/* none */'],
  ])('of %j', (text, expected) => expect(resetColor(text, lamp)).toBe(expected));
});

test.each([
  ['a block that does not end', ':root { --a: b;'],
  ['a comment that does not end', '/* mine'],
  ['a bracket that does not end', '.x { color: rgb( }'],
])('%s is refused', (_, text) =>
  expect(() => setColor(text, lamp, 'day', '#123456')).toThrow(ThemeEditFault));

test('any text keeps all but that value', () => {
  const piece = fc.constantFrom(
    ...[
      ':root',
      '{',
      '}',
      ';',
      '/*',
      '*/',
      '"',
      "'",
      '(',
      ')',
      '\n',
      '  ',
      ',',
      '\\',
      '@media x',
      'url(',
      '!important',
    ],
    ...['--color-lamp:', '--color-ink:', '--a:', 'light-dark(', '#fff', '#000', 'color: red', ':root {\n  '],
  );
  const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const others = (text: string) =>
    readColors(text).map(({ name, day, night }) => (name === lamp ? [] : [name, day, night]));
  const seen = { changed: 0, refused: 0 };
  fc.assert(
    fc.property(texts, fc.constantFrom('day', 'night'), (text, mode) => {
      try {
        const edited = setColor(text, lamp, mode, '#123456');
        expect(readColors(edited).find(({ name }) => name === lamp)?.[mode]).toBe('#123456');
        expect(others(edited)).toEqual(others(text));
        const reset = resetColor(edited, lamp);
        expect(others(reset)).toEqual(others(text));
        seen.changed += 1;
      } catch (error) {
        if (!(error instanceof ThemeEditFault)) throw error;
        seen.refused += 1;
      }
    }),
    { numRuns: 3000 },
  );
  expect(seen.changed).toBeGreaterThan(100);
});

test('a new file changes nothing, and a color that is set stands below its default', () => {
  const text = writeNewTheme();
  expect(readColors(text)).toEqual(readColors(''));
  expect(themeColors.every(({ name }) => text.includes(`/* ${name}: `))).toBe(true);
  const lines = setColor(text, lamp, 'day', '#123456').split('\n');
  const at = lines.findIndex((line) => line.includes('#123456'));
  expect(lines[at - 1]).toMatch(/^ {2}\/\* --color-lamp: light-dark/);
  expect(resetColor(lines.join('\n'), lamp)).toBe(text);
});

test('every color can be set and reset', () => {
  let text = '';
  for (const { name } of themeColors) text = setColor(text, name, 'night', '#abcdef');
  expect(text.split('\n')).toHaveLength(themeColors.length + 3);
  for (const { name } of themeColors) text = resetColor(text, name);
  expect(text).toBe(':root {\n}\n');
});
