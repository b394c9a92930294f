/** Where in an HTML text a template's value stands. It decides how the value must be written to stay a mere value. */
export type HtmlPlace =
  | { in: 'text' }
  | { in: 'comment' }
  | { in: 'tag'; element: string }
  | { in: 'attribute'; element: string; name: string; quote: string; before: string }
  | { in: 'raw'; element: string };

/** Elements whose content is not HTML: a value there could become code. */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);

/** The place after `text`, when it begins at `place`. */
export function advance(place: HtmlPlace, text: string): HtmlPlace {
  let here = place;
  let rest = text;
  while (rest !== '') [here, rest] = step(here, rest);
  return here;
}

/** Goes on to the next boundary; what is left of the text is handed back. */
function step(place: HtmlPlace, text: string): [HtmlPlace, string] {
  switch (place.in) {
    case 'text':
      return stepText(text);
    case 'comment':
      return until(text, /-->/, place, () => ({ in: 'text' }));
    case 'raw':
      return until(text, new RegExp(`</${place.element}\\s*>`, 'i'), place, () => ({ in: 'text' }));
    case 'attribute':
      return stepAttribute(place, text);
    case 'tag':
      return stepTag(place.element, text);
  }
}

function stepText(text: string): [HtmlPlace, string] {
  return until(text, /<!--|<\/?[a-z][^\s/>]*/i, { in: 'text' }, (found) =>
    found === '<!--' ? { in: 'comment' } : { in: 'tag', element: found.slice(1).toLowerCase() },
  );
}

function stepTag(element: string, text: string): [HtmlPlace, string] {
  return until(text, />|([^\s/>=]+)\s*=\s*("|'|(?=[^\s"'>])|$)/, { in: 'tag', element }, (found) => {
    if (found === '>') return rawElements.has(element) ? { in: 'raw', element } : { in: 'text' };
    const [name = '', quote = ''] = found.split('=').map((part) => part.trim());
    return { in: 'attribute', element, name: name.toLowerCase(), quote, before: '' };
  });
}

function stepAttribute(place: Extract<HtmlPlace, { in: 'attribute' }>, text: string): [HtmlPlace, string] {
  const end = place.quote === '' ? /(?=[\s>])/ : new RegExp(place.quote);
  const at = text.search(end);
  if (at < 0) return [{ ...place, before: place.before + text }, ''];
  return [{ in: 'tag', element: place.element }, text.slice(at + place.quote.length)];
}

function until(
  text: string,
  boundary: RegExp,
  same: HtmlPlace,
  next: (found: string) => HtmlPlace,
): [HtmlPlace, string] {
  const match = boundary.exec(text);
  if (match === null) return [same, ''];
  return [next(match[0]), text.slice(match.index + match[0].length)];
}
