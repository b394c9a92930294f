import { createElement } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { FatalErrorPage, PageErrorPage } from './error-pages.tsx';
import type { Page, RouteName } from './page-data.ts';
import { type PageRoute, pageRoutes, requireLoadedPage } from './page-routes.ts';
import { Shell } from './shell.tsx';

/** The route whose boundary shows a page that is not found. */
export const pageBoundary = 'pages';

/** Returns the page's data and makes sure that its chunk is loaded. */
export type LoadPage = (name: RouteName, args: LoaderFunctionArgs) => Promise<Page>;

/**
 * React Router's routes. The loader loads the chunk instead of the router's own `lazy`, so that the order guard → payload and chunk →
 * commit is under our control.
 */
export function createRoutes(loadPage: LoadPage, pages: readonly PageRoute[] = pageRoutes): RouteObject[] {
  return [
    {
      Component: Shell,
      ErrorBoundary: FatalErrorPage,
      children: [
        {
          id: pageBoundary,
          ErrorBoundary: PageErrorPage,
          children: pages.map(({ name, path }) => ({
            id: path,
            path,
            loader: (args: LoaderFunctionArgs) => loadPage(name, args),
            Component: () => createElement(requireLoadedPage(name)),
          })),
        },
      ],
    },
  ];
}
