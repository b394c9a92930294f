/** The addresses of the same site that an HTML document names: links, pictures, feeds, the picture for previews. */

const tags = /<[a-z][^>]*>/g;
const attributes = /\s(?:href|src|srcset|content|poster)="([^"]*)"/g;

/** Not where `nofollow` links lead: to one page of very many. Paths as they are in the document, percent-encoded and without a fragment. A query is kept only by `/a?b`, never by a file `/a.b?c`. */
export function findAddresses(html: string, siteUrl: string): Set<string> {
  const found = new Set<string>();
  for (const [tag] of html.matchAll(tags)) {
    const isFollowed = !/\srel="[^"]*\bnofollow\b/.test(tag);
    for (const [whole, value = ''] of tag.matchAll(attributes)) {
      const text = value.replaceAll('&amp;', '&').replaceAll('&#39;', "'");
      const parts = whole.startsWith(' srcset')
        ? text.split(',').map((part) => part.trim().split(' ')[0] ?? '')
        : [text];
      for (const part of parts) {
        const address = toPath(part, siteUrl);
        if (address !== undefined && (isFollowed || isFile(address))) found.add(address);
      }
    }
  }
  return found;
}

function toPath(address: string, siteUrl: string): string | undefined {
  const isOwn = address.startsWith(`${siteUrl}/`) || address === siteUrl;
  if (!isOwn && !/^\/(?!\/)/.test(address)) return undefined;
  const url = URL.parse(address, siteUrl);
  if (!url) return undefined;
  return isFile(url.pathname) ? url.pathname : url.pathname + url.search;
}

/** Whether a path ends like the name of a file. */
export function isFile(path: string): boolean {
  return /\.[A-Za-z0-9]{2,12}$/.test(path);
}
