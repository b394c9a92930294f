import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunFileError } from '../run-file-error.ts';
import { defaultLimits } from './limits.ts';
import { XmlReader } from './xml-reader.ts';

/** The events of the reader for a text in the given pieces. */
function read(pieces: Iterable<string>, limits = defaultLimits): string[] {
  const events: string[] = [];
  const reader = new XmlReader(
    {
      open: (name, attributes) => {
        const written = Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`);
        events.push(`<${name}${written.join('')}>`);
      },
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
      `<gpx a=1 b=>>`,
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
    expect(() => read([`<a${many}/>`])).toThrow('more than 64 attributes');
    expect(() => read(['<a a=b/>'])).toThrow(RunFileError);
    expect(read([`<a lat = "1" lon='2 &amp; 3' />`])).toContain('<a lat=1 lon=2 & 3>');
  });
});

test('faults of form that real programs write are no reason to refuse a recording', () => {
  const whole = ['<a>', '<n>', 'Tom\u000b and Anna ]]></n> in a', '</a> in nothing'];
  const text = 'Tom\u000b and Anna ]]>';
  expect(read([`  \n<?xml version="1.0"?><a><!-- a -- b --><n>${text}</n></a>\n\0\0old bytes`])).toEqual(
    whole,
  );
});

test('a comment, an instruction or a document type without an end costs little memory', () => {
  const piece = 'x'.repeat(100_000);
  for (const start of ['<a><!--', '<a><?', '<!DOCTYPE a [', '<a b="', '<a><![CDATA[', '<a>', '<a>&']) {
    let pushed = 0;
    const pieces = function* () {
      yield start;
      for (; pushed < 100; pushed += 1) yield piece;
    };
    expect(() => read(pieces()), start).toThrow(RunFileError);
    expect(pushed, start).toBeLessThan(10);
  }
});
