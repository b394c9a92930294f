/** The server's entry of the React site: takes a page's data, returns the HTML of #root. Built by Vite, loaded by server/build. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { ErrorScreen } from './components/error-screen.tsx';
import { fillIslands } from './components/prose/fill-islands.server.tsx';
import { MailPage } from './mail-page/mail-page.tsx';
import type { MailView } from './mail-page/mail-view.ts';
import type { Page } from './page-data.ts';
import { loadPageModule } from './page-routes.ts';
import { PageUnavailable } from './page-unavailable.ts';
import { createRoutes } from './routes.tsx';

const givenPage = createContext<Page | null>(null);

const handler = createStaticHandler(
  createRoutes(async (name, { context, request }) => {
    const page = context.get(givenPage);
    if (!page) throw PageUnavailable.notFound(new URL(request.url).pathname);
    await loadPageModule(name);
    return page;
  }),
);

/** Renders the page at `path` (with its query); null renders the not-found screen for it. */
export async function renderPage(path: string, page: Page | null): Promise<string> {
  const requestContext = new RouterContextProvider();
  requestContext.set(givenPage, page && fillIslands(page));
  // Not resolved against the origin: a path that starts with two slashes would be another host.
  const context = await handler.query(new Request(`http://site.invalid${path}`), { requestContext });
  if (context instanceof Response)
    throw new Error(`The page ${path} answered ${context.status} instead of rendering.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
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
