import { renderToString } from 'react-dom/server';
import {
  createContext,
  createStaticHandler,
  createStaticRouter,
  matchPath,
  parsePath,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { Page } from './page-data.ts';
import { loadPageModule, pageRoutes } from './page-routes.ts';
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

/** The router's result for the first page of each route. */
const examples = new Map<string, StaticHandlerContext>();

/** Renders the page at `path` (with its query) with its layout; null renders the not-found screen. */
export async function renderByReact(path: string, page: Page | null): Promise<string> {
  const context = (page && (await adaptExample(path, page))) ?? (await queryRouter(path, page));
  const router = createStaticRouter(handler.dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

async function queryRouter(path: string, page: Page | null): Promise<StaticHandlerContext> {
  const requestContext = new RouterContextProvider();
  requestContext.set(givenPage, page);
  // Not resolved against the origin: a path that starts with two slashes would be another host.
  const context = await handler.query(new Request(`http://site.invalid${path}`), { requestContext });
  if (context instanceof Response)
    throw new Error(`The page ${path} answered ${context.status} instead of rendering.`);
  const route = context.matches.at(-1)?.route;
  if (page && route) examples.set(route.id, context);
  return context;
}

/**
 * The data is already here, so all that the router has to find out is where in the path the route's match ends. Its own way (a Request,
 * signals, loaders) takes a quarter of a millisecond a page.
 */
async function adaptExample(path: string, page: Page): Promise<StaticHandlerContext | undefined> {
  const { pathname = '/', search = '', hash = '' } = parsePath(path);
  for (const route of pageRoutes) {
    const found = route.name === page.route ? matchPath(route.path, pathname) : null;
    if (!found) continue;
    const example = examples.get(route.path);
    if (!example) return undefined;
    await loadPageModule(page.route);
    const { params, pathname: matched, pathnameBase } = found;
    const matches = example.matches.map((match) =>
      match.route.id === route.path
        ? { ...match, params, pathname: matched, pathnameBase }
        : { ...match, params },
    );
    const location = { ...example.location, pathname, search, hash };
    return { ...example, location, matches, loaderData: { [route.path]: page } };
  }
  return undefined;
}
