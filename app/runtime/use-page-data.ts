import { useLoaderData } from 'react-router';
import type { Page, PageDataByRoute, RouteName } from '../page-data.ts';

/** The data of the page that is shown. `name` is the page's own route, so that a page cannot read another's shape. */
export function usePageData<Name extends RouteName>(name: Name): PageDataByRoute[Name] {
  const page = useLoaderData<Page<Name>>();
  if (page.route !== name) throw new Error(`The page "${name}" was given the data of "${page.route}".`);
  return page.data;
}
