/** The server's entry of the React site: takes a page's data, returns the HTML of #root. Built by Vite, loaded by server/build. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { parsePath } from 'react-router';
import { toArticleHtml } from './components/article-html.server.ts';
import { ErrorScreen } from './components/error-screen.tsx';
import { describeHeader } from './components/site-header.tsx';
import { MailPage } from './mail-page/mail-page.tsx';
import type { MailView } from './mail-page/mail-view.ts';
import type { Page } from './page-data.ts';
import { renderByReact } from './render-by-react.server.tsx';

/** The HTML that React renders before and after an article, for each state of the header. */
const frames = new Map<string, [before: string, after: string]>();

/** Renders the page at `path` (with its query); null renders the not-found screen for it. */
export async function renderPage(path: string, page: Page | null): Promise<string> {
  const article = page ? toArticleHtml(page.data) : undefined;
  if (article === undefined) return renderByReact(path, page);
  const header = describeHeader(parsePath(path).pathname ?? '/');
  const frame = frames.get(header);
  if (frame) return frame[0] + article + frame[1];
  const html = await renderByReact(path, page);
  const [before, after] = html.split(article);
  // Where React renders the article differently, it is not found in the page, and React's output is used.
  if (before !== undefined && after !== undefined) frames.set(header, [before, after]);
  return html;
}

/** The error screen alone: it must not depend on anything that may have failed. */
export function renderFatalError(statusCode: number, statusMessage: string): string {
  return renderToString(<ErrorScreen standalone statusCode={statusCode} statusMessage={statusMessage} />);
}

export function renderMailPage(view: MailView): string {
  return renderToStaticMarkup(<MailPage view={view} />);
}

export type SiteRenderer = {
  renderPage: typeof renderPage;
  renderFatalError: typeof renderFatalError;
  renderMailPage: typeof renderMailPage;
};
