/** For tests: views as browsers send them, as they are counted, and as they are stored. */
import type { CountedView, IncomingView } from '../../../page-views/view.ts';
import type { ViewTable } from '../../../page-views/view-store.ts';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Changes = Partial<Omit<IncomingView, 'headers'>> & { headers?: Record<string, string> };

let count = 0;

export function incomingView({ headers = {}, ...changes }: Changes = {}): IncomingView {
  count += 1;
  return {
    path: '/about',
    referrer: '',
    token: '',
    nonce: String(count),
    ownersBrowser: false,
    automated: false,
    isOwner: false,
    address: '203.0.113.9',
    headers: new Headers({ 'user-agent': firefox, ...headers }),
    ...changes,
  };
}

export function countedView(changes: Partial<CountedView> = {}): CountedView {
  return {
    day: '2026-11-15',
    hour: 7,
    visitor: '1',
    path: '/about',
    referrer: null,
    device: 'computer',
    country: null,
    ...changes,
  };
}

export type ViewRow = CountedView & { views: number };

export function toTable(views: ViewRow[]): ViewTable {
  const scenes = numberAll(views.map(({ day, hour, path }) => ({ day, hour, path })));
  const origins = numberAll(views.map(({ referrer, device, country }) => ({ referrer, device, country })));
  return {
    scenes: scenes.values,
    origins: origins.values,
    rows: {
      visitors: views.map(({ visitor }) => visitor).join(),
      scenes: scenes.numbers.join(),
      origins: origins.numbers.join(),
      views: views.map((view) => view.views).join(),
    },
  };
}

export function toRows({ scenes, origins, rows }: ViewTable): ViewRow[] {
  const numbers = (column: string) => (column === '' ? [] : column.split(',').map(Number));
  const [scene, origin, views] = [numbers(rows.scenes), numbers(rows.origins), numbers(rows.views)];
  return scene.map((at, row) => ({
    ...countedView(scenes[at]),
    ...origins[origin[row] ?? 0],
    visitor: rows.visitors.split(',')[row] ?? '',
    views: views[row] ?? 0,
  }));
}

/** The distinct values, and for each position the index of its value. */
function numberAll<Value>(all: Value[]): { values: Value[]; numbers: number[] } {
  const names = all.map((value) => JSON.stringify(value));
  const once = [...new Set(names)];
  return {
    values: once.map((name) => JSON.parse(name) as Value),
    numbers: names.map((name) => once.indexOf(name)),
  };
}
