import { expect, test } from 'vitest';
import { CsvFault, createCsvParser, detectDelimiter, readCsv } from './parse-csv.ts';

function parse(text: string, delimiter = ',') {
  const parser = createCsvParser(delimiter);
  return [...parser.write(text), ...parser.end()];
}
const cells = (text: string, delimiter?: string) => parse(text, delimiter).map((row) => row.cells);

test.each([
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a\rb', [['a'], ['b']]],
  ['"a,b","c ""d"""', [['a,b', 'c "d"']]],
  ['"two\r\nlines",x', [['two\r\nlines', 'x']]],
  [',"",x', [[null, '', 'x']]],
  ['a,\r\n', [['a', null]]],
  ['5" pipe, x ', [['5" pipe', ' x ']]],
  ['""""', [['"']]],
  ['', []],
  ['é,😀', [['é', '😀']]],
])('reads %j', (text, expected) => expect(cells(text)).toEqual(expected));

test('gives the line on which a row begins', () => {
  expect(parse('h\r\n"a\nb\r\nc"\r\n\r\nd').map(({ line }) => line)).toEqual([1, 2, 5, 6]);
});

test('reads the same however the text is cut', () => {
  const text = 'a,"b\r\n""c""",\r\n"",x,"\r"\r\n';
  for (let at = 0; at <= text.length; at++) {
    const parser = createCsvParser(',');
    const rows = [...parser.write(text.slice(0, at)), ...parser.write(text.slice(at)), ...parser.end()];
    expect(rows, String(at)).toEqual(parse(text));
  }
});

test.each([
  ['a\n"b', 'line 2 is not closed'],
  ['a\n\n"b"c', 'Line 3 goes on after a closing quote'],
  ['a\0', 'Line 1 has a null character'],
])('refuses %j', (text, message) => {
  expect(() => parse(text)).toThrow(message);
  expect(() => parse(text)).toThrow(CsvFault);
});

test.each([
  ['a,b;c,d', ','],
  ['"a,b,c";d;e', ';'],
  ['a\tb', '\t'],
  ['one', ','],
  ['a;b\n1,2,3,4', ';'],
])('%j is parted by %j', (text, delimiter) => expect(detectDelimiter(text)).toBe(delimiter));

async function read(...parts: BlobPart[]) {
  const rows = [];
  for await (const batch of readCsv(new Blob(parts))) rows.push(...batch);
  return rows.map((row) => row.cells);
}

test('a file is read without its byte order mark', async () => {
  expect(await read('\uFEFFname;age\r\nÅsa;3\r\n')).toEqual([
    ['name', 'age'],
    ['Åsa', '3'],
  ]);
});

test('a large file is read in pieces', async () => {
  const body = Array.from({ length: 50_000 }, (_, at) => `${at},"ä ""${at}""",\r\n`).join('');
  const rows = await read('a,b,c\r\n', body);
  expect(rows.length).toBe(50_001);
  expect(rows.at(-1)).toEqual(['49999', 'ä "49999"', null]);
});

test('a file that is not UTF-8 is refused', async () => {
  await expect(read(Uint8Array.of(0x61, 0xe4, 0x0a))).rejects.toThrow('not in UTF-8');
  await expect(read(Uint8Array.of(0xff, 0xfe, 0x61, 0))).rejects.toThrow('not in UTF-8');
});
