import { Parser } from 'htmlparser2';

const hidden = new Set(['head', 'style', 'script', 'title', 'template']);
const blocks = new Set(
  'address article blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);

/** The text after these elements starts on a new line anyway. */
const selfEnding = new Set(['br', 'hr', 'li', 'tr']);

/** The text part of a mail of which only the HTML was written: paragraphs become lines, and links are followed by their URL. */
export function htmlToText(html: string): string {
  let text = '';
  let hiddenDepth = 0;
  let link: { address: string; from: number } | undefined;

  const parser = new Parser({
    onopentag(name, attributes) {
      if (hidden.has(name)) hiddenDepth += 1;
      if (blocks.has(name)) text += name === 'p' || /^h\d$/.test(name) ? '\n\n' : '\n';
      if (name === 'li') text += '- ';
      if (name === 'a' && attributes.href !== undefined)
        link = { address: attributes.href, from: text.length };
    },
    ontext(part) {
      if (hiddenDepth === 0) text += part.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (hidden.has(name)) hiddenDepth -= 1;
      if (blocks.has(name) && !selfEnding.has(name)) text += '\n';
      if (name === 'a' && link !== undefined) {
        const label = text.slice(link.from).trim();
        if (label !== link.address) text += `${label === '' ? '' : ': '}${link.address}`;
        link = undefined;
      }
    },
  });
  parser.end(html);

  return text
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
