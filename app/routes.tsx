import { createElement } from 'react';
import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router';
import { FatalErrorPage, PageErrorPage } from './error-pages.tsx';
import type { Page } from './page-data.ts';
import { requireLoadedPage } from './page-routes.ts';
import { Shell } from './shell.tsx';

/** The route whose boundary shows a page that is not found. */
export const pageBoundary = 'pages';

/** The one route of all pages. Which of them an address is, is decided by the server and by `findPageRoute`. */
export const pageId = 'page';

/** Returns the page's data and makes sure that its chunk is loaded. */
export type LoadPage = (args: LoaderFunctionArgs) => Promise<Page>;

/**
 * React Router's routes. The loader loads the chunk instead of the router's own `lazy`, so that the order guard → payload and chunk →
 * commit is under our control.
 */
export function createRoutes(loader: LoadPage): RouteObject[] {
  return [
    {
      Component: Shell,
      ErrorBoundary: FatalErrorPage,
      children: [
        {
          id: pageBoundary,
          ErrorBoundary: PageErrorPage,
          children: [{ id: pageId, path: '*', loader, Component: LoadedPage }],
        },
      ],
    },
  ];
}

function LoadedPage() {
  const { route } = useLoaderData<Page>();
  return createElement(requireLoadedPage(route));
}
