/** What `page_view_report` of supabase/migrations answers. Wire names: keep these keys. */
export interface ViewsReport {
  unit: 'hour' | 'day' | 'month';
  first_day: string;
  last_day: string;
  /** The first day with data; null while nothing was counted. */
  begun: string | null;
  series: ViewsAt[];
  /** The same number of days before; null for all time, and if the filtered counts of those days are not known. */
  before: ViewsAt[] | null;
  pages: RankedViews[];
  /** The pages on which visitors arrived; `views` are their first views. An older database does not answer this, nor the next two. */
  entry_pages?: RankedViews[];
  /** The first day of which entry pages are known; null if no earlier day has views. */
  entries_from?: string | null;
  /** The first day of which filtered counts are known; a filtered report begins there at the earliest. */
  filters_from?: string | null;
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
