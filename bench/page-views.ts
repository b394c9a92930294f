/** Page views: what writing them costs, and what reports over a million of them cost. */
import type { Bench } from './bench.ts';
import type { Figure } from './figure.ts';
import { measureViewLoad } from './page-view-load.ts';
import { measureViewReport } from './page-view-report.ts';

export async function measurePageViews(bench: Bench): Promise<Figure[]> {
  return [...(await measureViewLoad(bench)), ...(await measureViewReport(bench))];
}
