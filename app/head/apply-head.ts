import type { Head } from '../page-data.ts';
import type { SiteConfig } from '../site-config.ts';
import { directionOf } from '../site-language.ts';
import { toDocumentTitle, toHeadTags } from './head-tags.ts';

/** Updates the document's head: tags are replaced by key, and those of the previous page are removed. */
export function applyHead(head: Head, site: SiteConfig): void {
  // The server's data for search engines describe the page that it sent.
  const shown = document.head.querySelector('link[rel=canonical]')?.getAttribute('href');
  if (shown !== head.canonical) document.head.querySelector('script[type="application/ld+json"]')?.remove();
  document.documentElement.lang = site.language;
  document.documentElement.dir = directionOf(site.language);
  document.title = toDocumentTitle(head, site);
  const before = new Map<string, Element>();
  for (const element of document.head.querySelectorAll('[data-h]')) {
    before.set(element.getAttribute('data-h') ?? '', element);
  }
  for (const { key, tag, attributes } of toHeadTags(head, site)) {
    const element = before.get(key) ?? document.head.appendChild(document.createElement(tag));
    before.delete(key);
    element.setAttribute('data-h', key);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  }
  for (const element of before.values()) element.remove();
}
