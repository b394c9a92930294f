/** The server's entry of the React site: takes a page's data, returns the HTML of #root. Built by Vite, loaded by server/build. */
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createMemoryRouter, type HydrationState, RouterProvider } from 'react-router';
import type { NearPage } from '../markdown/document.ts';
import { ErrorScreen } from './components/error-screen.tsx';
import { fillIslands } from './components/prose/fill-islands.server.tsx';
import { type Hosting, HostingContext } from './current-site.ts';
import { MailPage } from './mail-page/mail-page.tsx';
import type { MailView } from './mail-page/mail-view.ts';
import type { Page } from './page-data.ts';
import { loadPageModule } from './page-routes.ts';
import { PageUnavailable } from './page-unavailable.ts';
import { createRoutes, pageBoundary, pageId } from './routes.tsx';

interface RenderOptions {
  /** Why there is no page. */
  missing?: 404 | 410;
  /** The pages that the visitor may have meant. */
  near?: NearPage[];
  hosting?: Hosting;
}

/** Renders the page at `path` (with its query); null renders the screen for a path without a page, or with one that is gone. */
export async function renderPage(
  path: string,
  page: Page | null,
  { missing = 404, near = [], hosting = { isStatic: false, hasAccounts: true } }: RenderOptions = {},
): Promise<string> {
  if (page) await loadPageModule(page.route);
  const filled = page && fillIslands(page, page.languagePath ?? path.split('?', 1)[0] ?? path);
  const hydrationData: HydrationState = filled
    ? { loaderData: { [pageId]: filled } }
    : { errors: { [pageBoundary]: PageUnavailable.missing(missing, path, near) } };
  // The router of the browser, with a history in memory.
  const router = createMemoryRouter(createRoutes(loadNothing), {
    initialEntries: [path],
    hydrationData,
  });
  const html = renderToString(
    <HostingContext value={hosting}>
      <RouterProvider router={router} />
    </HostingContext>,
  );
  router.dispose();
  return html;
}

function loadNothing(): Promise<never> {
  throw new Error('The router was given the data of the page.');
}

/** The error screen alone: it must not depend on anything that may have failed. */
export function renderFatalError(path: string, statusCode: number, statusMessage: string): string {
  const screen = { path, statusCode, statusMessage };
  return renderToString(<ErrorScreen standalone {...screen} />);
}

export function renderMailPage(view: MailView): string {
  return renderToStaticMarkup(<MailPage view={view} />);
}

export type SiteRenderer = {
  renderPage: typeof renderPage;
  renderFatalError: typeof renderFatalError;
  renderMailPage: typeof renderMailPage;
};
