/** What `page_view_report` of supabase/migrations answers. Wire names: keep these keys. */
export interface ViewsReport {
  unit: 'hour' | 'day' | 'month';
  first_day: string;
  last_day: string;
  /** The first day with data; null while nothing was counted. */
  begun: string | null;
  series: ViewsAt[];
  /** The same number of days before; null for all time. */
  before: ViewsAt[] | null;
  pages: RankedViews[];
  referrers: RankedViews[];
  devices: RankedViews[];
  countries: RankedViews[];
  /** Views that were not counted; `name` is the reason. */
  discarded: RankedViews[];
}

export interface ViewsAt {
  /** A day, the first day of a month, or an hour (`07`). */
  at: string;
  views: number;
  visitors: number;
}

export interface RankedViews {
  name: string;
  views: number;
  visitors: number;
}
