import { renderToString } from 'react-dom/server';
import type { Article, ArticleBody, Island } from '../../../markdown/document.ts';
import type { Page } from '../../page-data.ts';
import { IslandContent, islandPrefix } from './prose.tsx';

/** A page whose texts have the HTML of their islands in them. React cannot render islands while it renders the page around them. */
export function fillIslands(page: Page, path: string): Page {
  const { data } = page;
  if (data === null) return page;
  const filled = { ...data };
  if ('article' in filled && filled.article) filled.article = fillArticle(filled.article, path);
  if ('intro' in filled && filled.intro) filled.intro = fillArticle(filled.intro, path);
  return { ...page, data: filled };
}

function fillArticle(article: Article, path: string): Article {
  return article.body.islands.length === 0
    ? article
    : { ...article, body: fillBody(article.body, islandPrefix, path) };
}

function fillBody({ html, islands }: ArticleBody, prefix: string, path: string): ArticleBody {
  const filled = html.replace(/ data-island="(\d+)">/g, (tag, index: string) => {
    const island = islands[Number(index)];
    return island ? tag + renderIsland(island, `${prefix}${index}-`, path) : tag;
  });
  return { html: filled, islands };
}

function renderIsland(island: Island, identifierPrefix: string, path: string): string {
  const { children } = island;
  const filled = children ? { ...island, children: fillBody(children, identifierPrefix, path) } : island;
  return renderToString(<IslandContent island={filled} prefix={identifierPrefix} path={path} />, {
    identifierPrefix,
  });
}
