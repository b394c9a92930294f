import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import createMarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { quickRules } from './quick-rules.ts';

const plain = new createMarkdownIt({ html: true, linkify: true });
const quick = new createMarkdownIt({ html: true, linkify: true }).use(quickRules);

const content = join(import.meta.dirname, '../../content');
const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);

test.each(files)('%s has the same tokens with and without the quick rules', (file) => {
  const text = readFileSync(join(content, file), 'utf8');
  expect(quick.parse(text, {})).toEqual(plain.parse(text, {}));
});

/** What lines, indents and texts are made of. */
const pieces =
  '\n,\n\n,\r\n, ,  ,    ,\t,a,word,é,漢,🏡,*,**,_,`,```,- ,1. ,> ,# ,=,---,|,[,](/a),!,\\,&amp;,<b>,~,:,@,$,{,}'
    .split(',')
    .concat(',', '\u0000');

test('any text has the same tokens with and without the quick rules', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(quick.parse(text, {})).toEqual(plain.parse(text, {}));
    }),
    { numRuns: 1000 },
  );
});
