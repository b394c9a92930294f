import fc from 'fast-check';
import { CORE_SCHEMA, load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { parsePlainYaml } from './plain-yaml.ts';

const readAsYaml = (yaml: string) => load(yaml, { schema: CORE_SCHEMA, maxAliases: 0, maxDepth: 12 });

describe('read without YAML, and with the same result:', () => {
  test.each([
    'title: My first page\ndate: 2026-11-15\ntags: [garden, early winter]\n',
    'title: Home',
    'title: Größer als “je” zuvor – 漢字 🏡 & (so on), it’s!\r\ndescription: a [b] {c} | d > e % f @ g ` h\r\n',
    'title:   spaces around it  \t\ntags: [ one,two , three]',
  ])('%j', (yaml) => {
    const fields = parsePlainYaml(yaml);
    expect(fields).toBeDefined();
    expect(fields).toEqual(readAsYaml(yaml));
  });
});

describe('left to YAML:', () => {
  test.each([
    'title: "My page"',
    "title: 'My page'",
    'title: My page: the second',
    'title: My page # a remark',
    'title: My page\n  in two lines',
    'title: My page\n\ndate: 2026-11-15',
    'title: |\n  My page',
    'title:',
    'title: ',
    'title:My page',
    'draft: true',
    'draft: FALSE',
    'title: null',
    'title: ~',
    'title: 1984',
    'title: 1984 was a year',
    'title: 2026-11-15 08:00',
    'title: .inf',
    'title: *alias',
    'title: a\u0000b',
    'title: a\ud800b',
    'title: one\ntitle: two',
    'tags: [garden, 12]',
    'tags: [garden, true]',
    'tags: [garden, "winter"]',
    'tags: [garden,]',
    'tags: [\tgarden]',
    'tags: []',
    'tags: [garden',
    'tags: [a: b]',
    'tags:\n  - garden',
    'head: { title: a }',
    '"title": My page',
    '# title: My page',
    '',
  ])('%j', (yaml) => {
    expect(parsePlainYaml(yaml)).toBeUndefined();
  });
});

test('every text that is read without the YAML parser has the same result with it', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      'title',
      'True',
      'null',
      '12',
      '2026-11-15',
      '-',
      '- ',
      ':',
      ': ',
      '#',
      ' #',
      ' ',
      '  ',
      '\t',
      '\n',
      '\r\n',
    ],
    ...[
      '"',
      "'",
      '[',
      ']',
      '{',
      '}',
      ',',
      ', ',
      '|',
      '>',
      '&',
      '*',
      '!',
      '%',
      '@',
      '`',
      '~',
      '.',
      '?',
      '\\',
      'é',
      '🏡',
    ],
  );
  const value = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((parts) => parts.join('')),
    fc.string(),
  );
  const line = fc.tuple(
    fc.constantFrom('title: ', 'tags: [', 'date: ', '', 'a:'),
    value,
    fc.constantFrom('', ']'),
  );
  const yaml = fc
    .array(line, { maxLength: 3 })
    .map((lines) => lines.map((parts) => parts.join('')).join('\n'));
  let read = 0;
  fc.assert(
    fc.property(yaml, (text) => {
      const fields = parsePlainYaml(text);
      if (fields) expect(fields).toEqual(readAsYaml(text));
      read += fields ? 1 : 0;
    }),
    { numRuns: 20_000, seed: 7 },
  );
  // The rest is left to YAML and is not compared here.
  expect(read).toBeGreaterThan(500);
});
