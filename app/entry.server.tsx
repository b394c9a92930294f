/** The React site as the server uses it: a page's data in, the HTML of #root out. Built by Vite, loaded by server/build. */
import { renderToString } from 'react-dom/server';
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { ErrorScreen } from './components/error-screen.tsx';
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
  requestContext.set(givenPage, page);
  const context = await handler.query(new Request(new URL(path, 'http://site.invalid')), { requestContext });
  if (context instanceof Response)
    throw new Error(`The page ${path} answered ${context.status} instead of rendering.`);
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

/** The error screen alone: it must not depend on anything that may just have failed. */
export function renderFatalError(statusCode: number, statusMessage: string): string {
  return renderToString(<ErrorScreen standalone statusCode={statusCode} statusMessage={statusMessage} />);
}

export type SiteRenderer = { renderPage: typeof renderPage; renderFatalError: typeof renderFatalError };
