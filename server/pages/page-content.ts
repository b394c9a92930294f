import type { Head, PageDataByRoute, RouteName } from '../../app/page-data.ts';

/** What is read for a page of one route. */
export interface PageContent<Name extends RouteName> {
  data: PageDataByRoute[Name];
  head: Head;
  status?: number;
  query?: string;
  variant?: string;
  /** Its views are not counted: for a run that strangers do not see, and for a list, whose address says who its two users are. */
  isUncounted?: true;
  /** The canonical path, where a page has other spellings of it. */
  path?: string;
}
