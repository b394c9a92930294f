import { Parser } from 'htmlparser2';

export interface FoundPage {
  path: string;
  /** The page on which the first link to it stands. */
  linkedFrom: string;
  status: number;
  type: string;
  html: string;
}

/**
 * Follows every link of the site that a visitor could follow, without JavaScript, and returns the responses. `nofollow` links are skipped, as search
 * engines do: they lead to a page for each name and each filter.
 */
export async function crawlSite(origin: string, start = '/'): Promise<FoundPage[]> {
  const found: FoundPage[] = [];
  const linkedFrom = new Map([[start, start]]);
  for (const [path, from] of linkedFrom) {
    const response = await fetch(origin + path, { redirect: 'manual' });
    const type = response.headers.get('content-type') ?? '';
    const html = type.startsWith('text/html') ? await response.text() : '';
    await response.body?.cancel().catch(() => {});
    found.push({ path, linkedFrom: from, status: response.status, type, html });
    // A Map is iterated in the order of insertion, including entries added meanwhile.
    for (const target of findLocalLinks(html, origin, path)) {
      if (!linkedFrom.has(target)) linkedFrom.set(target, path);
    }
  }
  return found;
}

/** The values of one attribute on all elements of one kind, in document order. */
export function findAttributes(html: string, element: string, attribute: string): string[] {
  const values: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      const value = attributes[attribute];
      if (name === element && value !== undefined) values.push(value);
    },
  });
  parser.end(html);
  return values;
}

function findLocalLinks(html: string, origin: string, path: string): string[] {
  const urls: URL[] = [];
  const parser = new Parser({
    onopentag(name, { href, rel = '' }) {
      if (name === 'a' && href !== undefined && !/\bnofollow\b/.test(rel))
        urls.push(new URL(href, origin + path));
    },
  });
  parser.end(html);
  return urls.filter((url) => url.origin === origin).map((url) => url.pathname + url.search);
}
