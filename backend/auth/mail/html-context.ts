/** The HTML context of a template's value. It decides how the value must be escaped. */
export type HtmlContext =
  | { in: 'text' }
  | { in: 'comment' }
  | { in: 'tag'; element: string }
  | { in: 'attribute'; element: string; name: string; quote: string; before: string }
  | { in: 'raw'; element: string };

/** Elements whose content is not HTML: a value there could become code. */
const rawElements = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);

/** The context after `text`, which starts in `context`. */
export function advance(context: HtmlContext, text: string): HtmlContext {
  let here = context;
  let rest = text;
  while (rest !== '') [here, rest] = step(here, rest);
  return here;
}

/** Advances to the next boundary and returns the rest of the text. */
function step(context: HtmlContext, text: string): [HtmlContext, string] {
  switch (context.in) {
    case 'text':
      return stepText(text);
    case 'comment':
      return until(text, /-->/, context, () => ({ in: 'text' }));
    case 'raw':
      return until(text, new RegExp(`</${context.element}\\s*>`, 'i'), context, () => ({ in: 'text' }));
    case 'attribute':
      return stepAttribute(context, text);
    case 'tag':
      return stepTag(context.element, text);
  }
}

function stepText(text: string): [HtmlContext, string] {
  return until(text, /<!--|<\/?[a-z][^\s/>]*/i, { in: 'text' }, (found) =>
    found === '<!--' ? { in: 'comment' } : { in: 'tag', element: found.slice(1).toLowerCase() },
  );
}

function stepTag(element: string, text: string): [HtmlContext, string] {
  return until(text, />|([^\s/>=]+)\s*=\s*("|'|(?=[^\s"'>])|$)/, { in: 'tag', element }, (found) => {
    if (found === '>') return rawElements.has(element) ? { in: 'raw', element } : { in: 'text' };
    const [name = '', quote = ''] = found.split('=').map((part) => part.trim());
    return { in: 'attribute', element, name: name.toLowerCase(), quote, before: '' };
  });
}

function stepAttribute(
  context: Extract<HtmlContext, { in: 'attribute' }>,
  text: string,
): [HtmlContext, string] {
  const end = context.quote === '' ? /(?=[\s>])/ : new RegExp(context.quote);
  const at = text.search(end);
  if (at < 0) return [{ ...context, before: context.before + text }, ''];
  return [{ in: 'tag', element: context.element }, text.slice(at + context.quote.length)];
}

function until(
  text: string,
  boundary: RegExp,
  same: HtmlContext,
  next: (found: string) => HtmlContext,
): [HtmlContext, string] {
  const match = boundary.exec(text);
  if (match === null) return [same, ''];
  return [next(match[0]), text.slice(match.index + match[0].length)];
}
