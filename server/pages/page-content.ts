import type { Head, PageDataByRoute, RouteName } from '../../app/page-data.ts';

/** What is read for a page of one route. */
export interface PageContent<Name extends RouteName> {
  data: PageDataByRoute[Name];
  head: Head;
  status?: number;
  query?: string;
  variant?: string;
  /** Views of it are not counted. */
  isUncounted?: true;
  /** The canonical path, where a page has other spellings of it. */
  path?: string;
}
