import type { PageSource } from '../document.ts';
import { isContentPath } from '../safe-address.ts';
import { mapProse } from './prose-parts.ts';

/** A page as Markdown for other programs: a short frontmatter, absolute addresses, no comments; directives stay as they are written. */
export function toPageMarkdown(source: PageSource, url: string): string {
  const { title, description, date, tags, canonical = url } = source.metadata;
  // A JSON value is a YAML value.
  const fields = { title, description, date, updated: source.updated, tags, canonical };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || value.length === 0 ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  const toAbsolute = (address: string) => resolve(address, source.addresses, url);
  const text = mapProse(withoutComments(source.markdown), (prose) =>
    withAbsoluteAddresses(prose, toAbsolute),
  );
  return `---\n${lines.join('\n')}\n---\n\n${text.trim()}\n`;
}

/** Comments are for the author alone: HTML's, those between `%%`, and those of MDX and Hugo. One that begins a line and has no end reaches to the end of the page. */
function withoutComments(markdown: string): string {
  return mapProse(markdown, (prose) => prose, COMMENT);
}

const COMMENT = /<!--.*?-->|%%.*?%%|\{\{\/\*.*?\*\/\}\}|\{\/\*.*?\*\/\}|(?<=(?:^|\n)[ \t]*)(?:<!--|%%).*/sy;

/** `](address`, `[name]: address`, and `href` and `src` of HTML and directives. */
const ADDRESS =
  /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?|\b(?:href|src|to)=["']?)([^\s<>"'()]+(?:\([^\s<>"'()]*\)[^\s<>"'()]*)*)/gm;

function withAbsoluteAddresses(prose: string, toAbsolute: (address: string) => string): string {
  return prose.replace(ADDRESS, (_, before: string, address: string) => {
    // A directive's attribute ends with the braces.
    const [, own = '', rest = ''] = /^(.*?)(\}*)$/.exec(address) ?? [];
    return before + toAbsolute(own) + rest;
  });
}

function resolve(address: string, addresses: PageSource['addresses'], url: string): string {
  if (!isContentPath(address)) return address;
  const known = addresses.get(address) ?? addresses.get(encodeURI(address));
  if (known === undefined && !address.startsWith('/')) return address;
  return URL.parse(known ?? address, url)?.href ?? address;
}
