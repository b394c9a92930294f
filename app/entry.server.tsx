/** The server's entry of the React site: takes a page's data, returns the HTML of #root. Built by Vite, loaded by server/build. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createMemoryRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router';
import { ErrorScreen } from './components/error-screen.tsx';
import { fillIslands } from './components/prose/fill-islands.server.tsx';
import { MailPage } from './mail-page/mail-page.tsx';
import type { MailView } from './mail-page/mail-view.ts';
import type { Page } from './page-data.ts';
import { loadPageModule, pageRoutes } from './page-routes.ts';
import { PageUnavailable } from './page-unavailable.ts';
import { createRoutes, pageBoundary } from './routes.tsx';

const routes = createRoutes(() => Promise.reject(new Error('The server passes the data to the router.')));

/** Renders the page at `path` (with its query); null renders the not-found screen for it. */
export async function renderPage(path: string, page: Page | null): Promise<string> {
  if (page) await loadPageModule(page.route);
  // As in the browser, but with a history in memory.
  const router = createMemoryRouter(routes, {
    initialEntries: [path],
    hydrationData: toHydrationData(path, page),
  });
  try {
    return renderToString(<RouterProvider router={router} />);
  } finally {
    router.dispose();
  }
}

function toHydrationData(path: string, page: Page | null): HydrationState {
  if (!page) return { errors: { [pageBoundary]: PageUnavailable.notFound(path) } };
  const route = matchRoutes(pageRoutes, path)?.[0]?.route;
  if (!route) throw new Error(`No route for ${path}.`);
  return { loaderData: { [route.path]: fillIslands(page) } };
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
