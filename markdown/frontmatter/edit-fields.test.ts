import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EditFault } from './edit-fault.ts';
import { editFields } from './edit-fields.ts';
import { isObject } from './field-rules.ts';
import { readHeadData } from './read-frontmatter.ts';
import { splitSource } from './split-source.ts';

const page = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\n# Text\n`;

/** The lines that `git diff` would show: taken out, put in. */
function changedLines(before: string, after: string): [string[], string[]] {
  const one = before.split('\n');
  const other = after.split('\n');
  while (one.length > 0 && other.length > 0 && one[0] === other[0])
    [one, other].map((lines) => lines.shift());
  while (one.length > 0 && other.length > 0 && one.at(-1) === other.at(-1))
    [one, other].map((lines) => lines.pop());
  return [one, other];
}

function dataOf(text: string): Record<string, unknown> {
  const { head = '', format } = splitSource(text.replace(/^\uFEFF/, ''));
  const data = readHeadData(head, format);
  return isObject(data) ? data : {};
}

describe('one line differs', () => {
  test.each<[line: string, changes: Record<string, unknown>, after: string]>([
    ['title: One', { title: 'Two' }, 'title: Two'],
    ['title:   One   # mine', { title: 'Two' }, 'title:   Two   # mine'],
    ['title: "One" # mine', { title: 'Two' }, 'title: "Two" # mine'],
    ["title: 'One'", { title: "It's" }, "title: 'It''s'"],
    ['title: One#1 # mine', { title: 'Two' }, 'title: Two # mine'],
    ['title: "One # no comment"', { title: 'Two' }, 'title: "Two"'],
    ['title: One', { title: 'One: two' }, 'title: "One: two"'],
    ['title: One', { title: 'A "word": b' }, `title: 'A "word": b'`],
    ['title: One', { title: '1984' }, 'title: "1984"'],
    ['title: One', { title: 'true' }, 'title: "true"'],
    ['title: One', { title: 'x # y' }, 'title: "x # y"'],
    ['title: One', { title: ' padded ' }, 'title: " padded "'],
    ['title: One', { title: '' }, 'title: ""'],
    ['title: One', { title: 'Two\nlines' }, 'title: "Two\\nlines"'],
    ['title:', { title: 'Two' }, 'title: Two'],
    ['title: # to do', { title: 'Two' }, 'title: Two # to do'],
    ['"title": One', { title: 'Two' }, '"title": Two'],
    ['date: 2026-11-15', { date: '2026-11-16' }, 'date: 2026-11-16'],
    ['publishAt: 2026-11-15 08:00', { publishAt: '2026-11-16 09:30' }, 'publishAt: 2026-11-16 09:30'],
    ['draft: true', { draft: false }, 'draft: false'],
    ['part: 1', { part: 2 }, 'part: 2'],
    ['tags: [a, b] # two', { tags: ['a', 'c: d', 'e, f'] }, 'tags: [a, "c: d", "e, f"] # two'],
    ['tags: [ a, b ]', { tags: ['a'] }, 'tags: [ a ]'],
    ['tags: [a]', { tags: [] }, 'tags: []'],
    ['tags:\ta', { tags: ['b'] }, 'tags: [b]'],
    ['authors: ada', { authors: ['ada', 'bob'] }, 'authors: [ada, bob]'],
    ['image: ./a.jpg', { image: { src: './b.jpg', alt: 'A, b' } }, 'image: { src: ./b.jpg, alt: "A, b" }'],
    ['related: [a.md]', { related: false }, 'related: false'],
    ['outline: deep', { outline: 'flat' }, 'outline: flat'],
  ])('%s with %j', (line, changes, after) => {
    for (const [above, below] of [
      [['series: "S"  # a series'], ['# last', 'canonical: https://example.com/']],
      [[], []],
    ] as const) {
      const before = page(...above, line, ...below);
      expect(editFields(before, changes)).toBe(page(...above, after, ...below));
    }
  });

  test('with the line ends and the mark of a file from Windows', () => {
    const before = '\uFEFF---\r\ntitle: One\r\ndraft: true\r\n---\r\nText\r\n';
    expect(editFields(before, { title: 'Two', date: '2026-01-02' })).toBe(
      '\uFEFF---\r\ntitle: Two\r\ndate: 2026-01-02\r\ndraft: true\r\n---\r\nText\r\n',
    );
  });

  test('in a list with a line for each item', () => {
    const before = page(
      'tags: # of it',
      '  - a # first',
      '  # about b',
      '  - "b"',
      '  - c',
      '# dated',
      'date: 2026-01-01',
    );
    expect(changedLines(before, editFields(before, { tags: ['a', 'b', 'd', 'c'] }))).toEqual([[], ['  - d']]);
    expect(changedLines(before, editFields(before, { tags: ['a', 'c'] }))).toEqual([
      ['  # about b', '  - "b"'],
      [],
    ]);
    expect(editFields(page('tags:', '- a', 'part: 1'), { tags: ['a', '- b'] })).toBe(
      page('tags:', '- a', '- "- b"', 'part: 1'),
    );
  });

  test('in a group with a line for each member', () => {
    const before = page('head:', '  # for robots', '  robots: noindex # yes', '  title: Tab', 'title: T');
    const after = editFields(before, { head: { robots: 'none', title: 'Tab' } });
    expect(changedLines(before, after)).toEqual([['  robots: noindex # yes'], ['  robots: none # yes']]);
    const more = editFields(before, { head: { robots: 'noindex', title: 'Tab', description: 'D' } });
    expect(changedLines(before, more)).toEqual([[], ['  description: D']]);
  });

  test.each([
    ['|', 'Two\nlines\n', ['description: |', '  Two', '  lines']],
    ['>', 'Two', ['description: >-', '  Two']],
    ['>-', 'Two\nlines', ['description: >-', '  Two', '', '  lines']],
  ])('in a block of text after %s', (mark, value, lines) => {
    const before = page(`description: ${mark}`, '  One', '  # no comment', '', '# a comment', 'part: 1');
    expect(editFields(before, { description: value })).toBe(page(...lines, '', '# a comment', 'part: 1'));
  });

  test.each([
    ['title = "One" # mine', { title: 'Two' }, 'title = "Two" # mine'],
    ["title = 'One'", { title: 'Two' }, "title = 'Two'"],
    ['title = "a # b"', { title: 'a "b" \\' }, 'title = "a \\"b\\" \\\\"'],
    ['date = 2026-11-15', { date: '2026-11-16' }, 'date = 2026-11-16'],
    ['draft=true', { draft: false }, 'draft= false'],
    ['tags = ["a"]', { tags: ['a', 'b'] }, 'tags = ["a", "b"]'],
    ['image = "a.jpg"', { image: { src: 'b.jpg', alt: '' } }, 'image = { src = "b.jpg", alt = "" }'],
  ])('TOML: %s with %j', (line, changes, after) => {
    const text = (own: string) =>
      `+++\n# top\n${own}\nseries = "S"\n[head]\ntitle = "Tab" # tab\n+++\nText\n`;
    expect(editFields(text(line), changes)).toBe(text(after));
    expect(editFields(text(line), { head: { title: 'T' } })).toBe(text(line).replace('"Tab"', '"T"'));
    expect(editFields(text(line), { head: null })).toBe(
      text(line).replace('[head]\ntitle = "Tab" # tab\n', ''),
    );
  });
});

describe('a field that was not there', () => {
  test('is put where the schema has it', () => {
    const before = page('# mine', 'title: T', '# the day', 'date: 2026-01-01', '', 'outline: deep', '# end');
    const after = editFields(before, { tags: ['a'], draft: true, description: 'D', other: 1 });
    expect(after).toBe(
      page(
        '# mine',
        'title: T',
        'description: D',
        '# the day',
        'date: 2026-01-01',
        'tags: [a]',
        'draft: true',
        '',
        'outline: deep',
        'other: 1',
        '# end',
      ),
    );
    expect(editFields(page('date: 2026-01-01'), { title: 'T' })).toBe(page('title: T', 'date: 2026-01-01'));
    expect(editFields('---\n---\nText', { title: 'T' })).toBe('---\ntitle: T\n---\nText');
    expect(editFields('+++\ntitle = "T"\n[head]\nrobots = "x"\n+++\n', { draft: true })).toBe(
      '+++\ntitle = "T"\ndraft = true\n[head]\nrobots = "x"\n+++\n',
    );
  });

  test('makes front matter on a page without', () => {
    expect(editFields('# Text\n', { title: 'T' })).toBe('---\ntitle: T\n---\n# Text\n');
    expect(editFields('\uFEFFText\r\n', { title: 'T' })).toBe('\uFEFF---\r\ntitle: T\r\n---\r\nText\r\n');
    expect(editFields('', { title: 'T' })).toBe('---\ntitle: T\n---\n');
  });
});

describe('a field is removed', () => {
  test('with its lines, and none around it', () => {
    const before = page('# a', 'tags:', '  - a', '', '# b', 'part: 1 # c', 'title: |', '  x', '');
    expect(editFields(before, { tags: null })).toBe(
      page('# a', '', '# b', 'part: 1 # c', 'title: |', '  x', ''),
    );
    expect(editFields(before, { part: null, title: null })).toBe(
      page('# a', 'tags:', '  - a', '', '# b', ''),
    );
    expect(editFields('---\ntitle: x\n---\n', { title: null })).toBe('---\n---\n');
  });

  test('that is not there: nothing changes', () => {
    for (const text of ['Text', page('part: 1'), page('title : x', "tags: [ 'a' ]")])
      expect(
        editFields(text, { draft: null, ...(text.includes('tags') && { tags: ['a'], title: 'x' }) }),
      ).toBe(text);
  });
});

describe('is refused, with the reason', () => {
  test.each([
    ['broken YAML', page('title: a: b'), /not valid YAML \(bad indentation/],
    ['an alias', page('tags: &a [x]', 'title: *a'), /not valid YAML/],
    ['a name twice', page('title: a', 'title: b'), /not valid YAML \(duplicated/],
    ['a group in braces', page('{ title: a, part: 1 }'), /cannot be told apart/],
    ['no end', '---\ntitle: a\n', /no end/],
    ['a list', page('- a'), /must be lines/],
    ['comments in a list over lines', page('title: [a, # one', '  b]'), /comments between its lines/],
    [
      'a comment above text on the next line',
      page('title:', '# one', '  text'),
      /comments between its lines/,
    ],
    ['a lone carriage return', '---\ntitle: a\rpart: 1\n---\n', /cannot be told apart/],
    ['broken TOML', '+++\ntitle = \n+++\n', /not valid TOML/],
    ['TOML with dots', '+++\ntitle.x = 1\n+++\n', /cannot be told apart/],
    ['TOML with several tables', '+++\n[title.a]\nx = 1\n[title.b]\n+++\n', /several tables/],
  ])('%s', (_name, text, reason) => {
    expect(() => editFields(text, { title: 'New' })).toThrow(EditFault);
    expect(() => editFields(text, { title: 'New' })).toThrow(reason);
  });

  test('a result that would say something else', () => {
    expect(() => editFields(page('title: a', '...'), { title: null })).toThrow(EditFault);
    expect(editFields(page('title: a', '# b', '...'), { title: 'c' })).toBe(page('title: c', '# b', '...'));
  });

  test('a value that front matter cannot have', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, () => 1, 1n, '\ud800'])
      expect(() => editFields(page('part: 1'), { part: value })).toThrow(EditFault);
  });
});

const values = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'ab: #-\'"[]{},\n\r\t\\|>&*!%@`?~=+.0é') }),
  fc.constantFrom(
    'null',
    'yes',
    '~',
    '---',
    '...',
    '1e3',
    '0x1f',
    '2026-11-15',
    '.nan',
    '<<',
    '=',
    '\u2028',
    '\u0085',
  ),
  fc.boolean(),
  fc.integer(),
  fc.array(fc.string({ unit: fc.constantFrom(...'ab: #-\'"[]{},') }), { maxLength: 4 }),
  fc.record({ src: fc.string(), alt: fc.string() }),
);
const names = fc.constantFrom(
  'title',
  'tags',
  'draft',
  'image',
  'outline',
  'a b',
  '"',
  'x:y',
  '#',
  '__proto__',
  '1',
);

describe('whatever is written', () => {
  test.each(['---', '+++'])('a value reads back, and nothing else changes, between %s', (fence) => {
    const changes = fc.array(fc.tuple(names, fc.option(values)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        changes,
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\n', '\r\n'),
        (steps, body, end) => {
          let text = `${fence}${end}# comment${end}${fence}${end}${body}`;
          const expected = new Map<string, unknown>();
          for (const [name, value] of steps) {
            const before = text;
            text = editFields(text, Object.fromEntries([[name, value]]));
            if (value === null) expected.delete(name);
            else expected.set(name, value);
            const [taken, put] = changedLines(before, text);
            expect(taken.length).toBeLessThanOrEqual(1);
            expect(put.length).toBeLessThanOrEqual(1);
            expect(new Map(Object.entries(dataOf(text)))).toEqual(expected);
            expect(text.endsWith(`${fence}${end}${body}`)).toBe(true);
            expect(text.startsWith(`${fence}${end}`) && text.includes(`# comment${end}`)).toBe(true);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('lines of a front matter made of parts: each field can be changed alone', () => {
    const parts = fc.shuffledSubarray([
      ['title: "T"  # t'],
      ['description: >', '  Long', '  text', ''],
      ['tags:', '  - a', '  - b'],
      ['# a comment', 'date: 2026-01-01'],
      ['image: { src: a.jpg, alt: "x, y" }'],
      ['head:', '  title: H', '  robots: none'],
      ['', 'draft: false'],
      ["'outline': [1,", '  2]'],
      ['authors:', '- ada'],
    ]);
    fc.assert(
      fc.property(parts, values, fc.nat(), (chosen, value, pick) => {
        const text = page(...chosen.flat());
        const data = dataOf(text);
        const keys = Object.keys(data);
        const name = keys[pick % Math.max(1, keys.length)];
        if (name === undefined) return;
        const after = editFields(text, { [name]: value });
        expect(dataOf(after)).toEqual({ ...data, [name]: value });
        const own = chosen.findIndex((lines) => lines.some((line) => new RegExp(`^'?${name}'?:`).test(line)));
        for (const [at, lines] of chosen.entries())
          if (at !== own) expect(after).toContain(`\n${lines.join('\n')}\n`);
        for (const comment of ['# t', '# a comment'])
          if (text.includes(comment)) expect(after.includes(comment)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

test('every field of every page of this site', () => {
  const folder = join(import.meta.dirname, '../../content');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  let edits = 0;
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [name, value] of Object.entries(dataOf(text))) {
      const next = typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : 'New: value';
      const changed = changedLines(text, editFields(text, { [name]: next }));
      if (typeof value !== 'object')
        expect([file, name, ...changed.map(({ length }) => length)]).toEqual([file, name, 1, 1]);
      expect(changedLines(text, editFields(text, { [name]: null }))[1]).toEqual([]);
      if (Array.isArray(value)) {
        const [taken, put] = changedLines(text, editFields(text, { [name]: [...value, 'new one'] }));
        expect([file, put.length, taken.length <= 1]).toEqual([file, 1, true]);
      }
      edits += 1;
    }
  }
  expect(edits).toBeGreaterThan(90);
});
