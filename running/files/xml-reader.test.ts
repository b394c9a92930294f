import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunFileError } from '../run-file-error.ts';
import { defaultLimits } from './limits.ts';
import { XmlReader } from './xml-reader.ts';
import { readAttributes } from './xml-text.ts';

/** The events of the reader for a text in the given pieces. */
function read(pieces: readonly string[], limits = defaultLimits): string[] {
  const events: string[] = [];
  const reader = new XmlReader(
    {
      open: (name, attributes) => events.push(`<${name}${attributes}>`),
      close: (name, text, parent) => events.push(`${text}</${name}> in ${parent || 'nothing'}`),
    },
    limits,
  );
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return events;
}

const document = `\uFEFF
  <?xml version="1.0"?><!-- a > b -->
<g:gpx a='1' b=">"><name>Tom &amp; <![CDATA[<Anna> & co]]>&#33;</name><!-- -- --><empty/><t>
  <x>1</x > </t>
</g:gpx>
`;

describe('an XML document', () => {
  test('is reported as elements without prefixes, with the text of those without children', () => {
    expect(read([document])).toEqual([
      `<gpx a='1' b=">">`,
      '<name>',
      'Tom & <Anna> & co!</name> in gpx',
      '<empty>',
      '</empty> in gpx',
      '<t>',
      '<x>',
      '1</x> in t',
      '</t> in gpx',
      '</gpx> in nothing',
    ]);
  });

  test('gives the same events, however it is cut into pieces', () => {
    const whole = read([document]);
    const cuts = fc.array(fc.nat(document.length), { maxLength: 20 });
    fc.assert(
      fc.property(cuts, (places) => {
        const sorted = [0, ...places.toSorted((a, b) => a - b), document.length];
        const pieces = sorted.slice(1).map((to, index) => document.slice(sorted[index], to));
        expect(read(pieces)).toEqual(whole);
      }),
    );
  });

  test('has its five entities and characters by number', () => {
    expect(read(['<a>&lt;&gt;&amp;&quot;&apos;&#x41;&#66;</a>'])).toContain('<>&"\'AB</a> in nothing');
  });
});

describe('hostile and invalid XML is refused:', () => {
  const deep = defaultLimits.xmlDepth + 1;
  test.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['a document type that fetches a file', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['an undefined entity', '<a>&b;</a>'],
    ['an entity named like a property of every object', '<a>&constructor;</a>'],
    ['a lone &', '<a>fish & chips</a>'],
    ['a character that is none', '<a>&#xD800;</a>'],
    ['elements nested too deeply', '<a>'.repeat(deep) + '</a>'.repeat(deep)],
    ['a tag without an end', `<a ${'b'.repeat(defaultLimits.xmlTag)}`],
    ['a text without an end', `<a>${'b'.repeat(defaultLimits.xmlText + 1)}</a>`],
    ['CDATA without an end', `<a><![CDATA[${'b'.repeat(defaultLimits.xmlText + 1)}]]></a>`],
    ['elements that close in another order', '<a><b></a></b>'],
    ['a second root', '<a/><b/>'],
    ['text before the root', 'hello <a/>'],
    ['an end in the middle', '<a><b></b>'],
    ['an end inside a comment', '<a/><!-- '],
    ['a "<" inside a tag', '<a <b>'],
    ['a name that is none', '<1a/>'],
    ['nothing', '  '],
  ])('%s', (_, text) => {
    expect(() => read([text])).toThrow(RunFileError);
    expect(() => read([...text.slice(0, 300), text.slice(300)])).toThrow(RunFileError);
  });

  test('too many attributes, or one that makes no sense', () => {
    const many = Array.from({ length: 65 }, (_, index) => ` a${index}="1"`).join('');
    expect(() => readAttributes(many, 64)).toThrow(RunFileError);
    expect(() => readAttributes(' a=b', 64)).toThrow(RunFileError);
    expect(readAttributes(` x:lat = "1" lon='2 &amp; 3' `, 64)).toEqual(
      new Map([
        ['lat', '1'],
        ['lon', '2 & 3'],
      ]),
    );
  });
});

test('a comment of a hundred megabytes costs neither memory nor much time', () => {
  const piece = 'x'.repeat(1_000_000);
  const pieces = ['<a><!--', ...Array.from({ length: 100 }, () => piece), '--></a>'];
  expect(read(pieces)).toEqual(['<a>', '</a> in nothing']);
});
