import { loadClient } from '../session/client.ts';
import { isFiltered } from './filters.ts';
import type { ReportQuery } from './ranges.ts';
import type { ViewsReport } from './report.ts';

export type ReportFault = 'not-owner' | 'no-function' | 'no-filters' | 'unreachable';

/** A project without the site's migrations does not have the function, or not with filters. */
const unknownFunction = 'PGRST202';
const notAllowed = '42501';

export async function readReport(
  { first_day, filters, ...question }: ReportQuery,
  maxRows: number,
): Promise<ViewsReport | ReportFault> {
  try {
    const client = await loadClient();
    const { data, error } = await client.rpc('page_view_report', {
      ...question,
      ...(first_day && { first_day }),
      ...(isFiltered(filters) && { filters }),
      max_rows: maxRows,
    });
    if (!error) return data as unknown as ViewsReport;
    if (error.code === notAllowed) return 'not-owner';
    if (error.code !== unknownFunction) return 'unreachable';
    return isFiltered(filters) ? 'no-filters' : 'no-function';
  } catch (error) {
    console.warn('The report could not be read.', error);
    return 'unreachable';
  }
}

/** Undefined on an error: the number is optional. */
export async function readLiveVisitors(): Promise<number | undefined> {
  try {
    const client = await loadClient();
    const { data, error } = await client.rpc('page_view_live');
    return error || typeof data !== 'number' ? undefined : data;
  } catch {
    return undefined;
  }
}
