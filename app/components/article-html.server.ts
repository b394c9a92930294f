import type { Article, LocalNavigation, Neighbours, TocEntry } from '../../markdown/document.ts';
import site from '../../site.config.ts';
import { formatNumber } from '../format/count.ts';
import { formatDay } from '../format/day.ts';
import { formatViews } from '../format/views.ts';
import type { PageDataByRoute, RouteName } from '../page-data.ts';
import { escapeHtml } from './escape-html.server.ts';
import { toProseHtml } from './prose/prose-html.server.ts';
import { minEntries } from './table-of-contents.tsx';

/**
 * The HTML of `routes/article.tsx`, byte for byte as React renders it, made without React: most pages of a site are articles, and React
 * took half of the render time. The test beside this file compares both; when a component changes its markup, the test fails until the
 * function below is changed too. Returns undefined where only React can render the page.
 */
export function toArticleHtml(data: PageDataByRoute[RouteName]): string | undefined {
  if (data === null || !('kind' in data) || data.kind !== 'article') return undefined;
  const { article, navigation, neighbours, views } = data;
  // React preloads the image, and the owner's notice is rare, so both are left to React.
  if (article.image || article.problem) return undefined;
  const prose = toProseHtml(article.body);
  if (prose === undefined) return undefined;
  return (
    '<div class="frame axis"><article class="axis">' +
    writeHead(article, navigation?.trail ?? [], views) +
    `<div class="axis article-body">${writeContents(article.toc)}` +
    `<div class="min-w-0"><div class="prose">${prose}</div></div></div></article>` +
    writeNeighbours(neighbours) +
    (navigation ? writeNavigation(navigation) : '') +
    '</div>'
  );
}

/** `article-head.tsx` and `breadcrumbs.tsx`. */
function writeHead(article: Article, trail: LocalNavigation['trail'], views: number | undefined): string {
  const { title, description, date, updated, readingMinutes, tags } = article;
  let html = '<header class="axis article-head">';
  if (trail.length > 0) {
    html += '<nav class="crumbs label" aria-label="Breadcrumbs"><ol>';
    for (const step of trail) html += `<li>${writeLink(step.path, step.title)}</li>`;
    html += '</ol></nav>';
  }
  html += `<h1 class="title">${escapeHtml(title)}</h1>`;
  if (description) html += `<p class="standfirst">${escapeHtml(description)}</p>`;
  html += '<div class="label facts margin">';
  if (date) html += writeDay(date, 'long');
  html += `<span>${readingMinutes}<!-- --> min read</span>`;
  if (updated !== date) html += `<span>Updated ${writeDay(updated, 'short')}</span>`;
  if (views !== undefined) html += `<span>${escapeHtml(formatViews(views))}</span>`;
  if (tags.length > 0) html += `<span>${escapeHtml(tags.join(', '))}</span>`;
  return `${html}</div></header>`;
}

/** `day.tsx`. */
function writeDay(day: string, style: 'long' | 'short'): string {
  return `<time dateTime="${escapeHtml(day)}">${escapeHtml(formatDay(day, site.language, style))}</time>`;
}

/** `table-of-contents.tsx`. */
function writeContents(entries: TocEntry[]): string {
  if (entries.length < minEntries) return '';
  let links = '<ol class="contents">';
  for (const { id, text, depth } of entries)
    links += `<li${depth > 2 ? ' class="deep"' : ''}>${writeLink(`#${id}`, text)}</li>`;
  links += '</ol>';
  return (
    `<nav class="contents-aside margin" aria-label="On this page"><p class="label">On this page</p>${links}</nav>` +
    `<nav class="contents-fold" aria-label="On this page"><details><summary>On this page</summary>${links}</details></nav>`
  );
}

/** `neighbour-links.tsx`. */
function writeNeighbours({ previous, next }: Neighbours): string {
  if (!previous && !next) return '';
  let html = '<nav class="neighbours" aria-label="Previous and next">';
  if (previous)
    html += `<a class="previous" href="${escapeHtml(previous.path)}" rel="prev"><span class="label block">Previous</span>${escapeHtml(previous.title)}</a>`;
  if (next)
    html += `<a class="next" href="${escapeHtml(next.path)}" rel="next"><span class="label block">Next</span>${escapeHtml(next.title)}</a>`;
  return `${html}</nav>`;
}

/** `local-navigation.tsx` and `navigation-browser.tsx`. */
function writeNavigation({ trail, siblings, hidden }: LocalNavigation): string {
  const folder = trail.at(-1);
  const name = folder ? `In ${folder.title}` : 'Nearby';
  let html =
    `<div class="axis nearby"><h2 class="label margin" id="nearby">${escapeHtml(name)}</h2>` +
    '<nav aria-labelledby="nearby"><ul class="nearby-list">';
  for (const { title, path, folder: isFolder, current } of siblings) {
    const attributes = `href="${escapeHtml(path)}"${current ? ' aria-current="page"' : ''}`;
    html += `<li><a ${attributes}>${escapeHtml(title)}${isFolder ? '<!-- --> /' : ''}</a></li>`;
  }
  if (hidden > 0 && folder)
    html += `<li><a href="${escapeHtml(folder.path)}">and <!-- -->${escapeHtml(formatNumber(hidden, site.language))}<!-- --> more</a></li>`;
  return (
    `${html}</ul><div class="nearby-doors"><a href="/posts">All articles</a>` +
    '<button type="button" class="link-button needs-script" aria-haspopup="dialog">Browse all</button>' +
    '<dialog class="browser" aria-label="All pages"></dialog></div></nav></div>'
  );
}

function writeLink(href: string, text: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`;
}
