import { hash } from 'node:crypto';
import type { Head } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { withoutPrefix } from '../../app/site-language.ts';
import { wordsIn } from '../../app/words/words.ts';
import type { VisiblePages } from '../../markdown/site-tree/visible-pages.ts';

/** The words on the picture that represents a page where its address is shared. They are the site's own, never a visitor's. */
export interface Card {
  siteName: string;
  language: string;
  title: string;
  description?: string;
  date?: string;
  /** Drawn in place of the house. */
  picture?: CardPicture;
}

/** `route`: the line of a run in a square of 100 by 100. */
export type CardPicture = { kind: 'route'; outline: string } | TrendPicture;

/** Shares of each year in thousandths of the largest one; the line of the more frequent sex is first. */
export interface TrendPicture {
  kind: 'trend';
  from: number;
  to: number;
  lines: { name: string; values: number[] }[];
}

export const cardSize = { width: 1200, height: 630 };
/** Another number draws all pictures again. */
const designVersion = 1;

const builtInTitles: Readonly<Record<string, string>> = {
  '/baby-names': 'Baby names',
  '/running': 'Running',
};

/** The card of an open page or folder. `path` is decoded; `pages` are those that strangers may know of. */
export function findCard(
  pages: VisiblePages,
  site: Pick<SiteConfig, 'title' | 'description' | 'language' | 'languages'>,
  path: string,
): Card | undefined {
  const about = { siteName: site.title, language: site.language };
  if (withoutPrefix(path, site) === '/')
    return { ...about, title: site.title, description: site.description };
  const found = pages.find(encodeURI(path));
  if (found?.kind === 'page') {
    const { title, description, date } = found.summary;
    return {
      ...about,
      title,
      ...(description !== undefined && { description }),
      ...(date !== undefined && { date }),
    };
  }
  const builtIn = path === '/about' ? wordsIn(site.language).about : builtInTitles[path];
  const title = found?.kind === 'folder' ? found.title : (builtIn ?? findListTitle(pages, path));
  return title === undefined ? undefined : { ...about, title };
}

function findListTitle(pages: VisiblePages, path: string): string | undefined {
  const found = pages.collectionAt(encodeURI(path), { page: 1, size: 1 });
  return found?.kind === 'tag' || found?.kind === 'author' ? found.list.title : undefined;
}

/** Changes with everything that is drawn. */
export function toCardHash(card: Card): string {
  return hash('sha256', JSON.stringify([designVersion, card]), 'base64url').slice(0, 16);
}

/** The picture of a page as its head names it. `path` is that of the page. */
export function toCardImage(
  toUrl: (path: string) => string,
  card: Card,
  path: string,
): NonNullable<Head['image']> {
  return { ...cardSize, src: toUrl(toCardPath(card, path)), alt: card.title };
}

/** The path of a page's picture, not yet percent-encoded. */
export function toCardPath(card: Card, path: string): string {
  return `/og/${toCardHash(card)}${path === '/' ? '/index' : path}.png`;
}
