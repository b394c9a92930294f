import { useLoaderData } from 'react-router';
import type { Page, PageDataByRoute, RouteName } from '../page-data.ts';

/** The data of the current page. `name` is the page's own route, so that a page cannot read another's data. */
export function usePageData<Name extends RouteName>(name: Name): PageDataByRoute[Name] {
  const page = useLoaderData<Page<Name>>();
  if (page.route !== name) throw new Error(`The page "${name}" was given the data of "${page.route}".`);
  return page.data;
}
