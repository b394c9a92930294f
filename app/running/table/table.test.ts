import { describe, expect, test } from 'vitest';
import type { RunEntry } from '../run-source.ts';
import { defaultQuery } from '../state/running-query.ts';
import { filterRuns, type TableState } from './filter-runs.ts';
import { runsToCsv } from './runs-csv.ts';
import { windowAt } from './use-row-window.ts';

const run = (id: string, changes: Partial<RunEntry> = {}): RunEntry => ({
  id,
  name: id,
  start: Date.parse(changes.day ?? '2026-05-01'),
  utcOffset: 0,
  day: '2026-05-01',
  metres: 10_000,
  elapsed: 3200,
  moving: 3000,
  gain: undefined,
  averageHeartRate: undefined,
  highestHeartRate: undefined,
  averageCadence: undefined,
  gear: undefined,
  source: 'gpx',
  hasRoute: true,
  efforts: { elapsed: [], moving: [] },
  isPublic: false,
  ...changes,
});

const runs = [
  run('Zürich marathon', { day: '2026-04-20', metres: 42_300, moving: 13_000, gain: 120, gear: 'Red' }),
  run('Tempo', { day: '2026-04-10', metres: 8000, moving: 2000, averageHeartRate: 171, gear: 'Red' }),
  run('', { day: '2025-12-31', metres: 4000, moving: 1600, gain: 300, gear: 'Blue' }),
  run('Treadmill', { day: '2025-03-01', metres: 0, moving: 1800 }),
];

const shown = (changes: Partial<TableState> = {}, unit: 'km' | 'mi' = 'km') =>
  filterRuns(runs, { ...defaultQuery, ...changes }, unit).map(({ id }) => id || 'unnamed');

describe('the table of runs', () => {
  test('is newest first by default', () => {
    expect(shown()).toEqual(['Zürich marathon', 'Tempo', 'unnamed', 'Treadmill']);
    expect(shown({ ascending: true })).toEqual(['Treadmill', 'unnamed', 'Tempo', 'Zürich marathon']);
  });

  test.each([
    ['metres', false, ['Zürich marathon', 'Tempo', 'unnamed', 'Treadmill']],
    ['name', true, ['unnamed', 'Tempo', 'Treadmill', 'Zürich marathon']],
    ['moving', true, ['unnamed', 'Treadmill', 'Tempo', 'Zürich marathon']],
    // Unknown values are at the end in both directions.
    ['pace', true, ['Tempo', 'Zürich marathon', 'unnamed', 'Treadmill']],
    ['pace', false, ['unnamed', 'Zürich marathon', 'Tempo', 'Treadmill']],
    ['gain', false, ['unnamed', 'Zürich marathon', 'Tempo', 'Treadmill']],
    ['heart', true, ['Tempo', 'Zürich marathon', 'unnamed', 'Treadmill']],
  ] as const)('by %s, ascending: %s', (sort, ascending, order) => {
    expect(shown({ sort, ascending })).toEqual(order);
  });

  test('searches in name, gear and day, without case and accents, also in generated names', () => {
    expect(shown({ search: 'zurich' })).toEqual(['Zürich marathon']);
    expect(shown({ search: 'red  2026-04' })).toEqual(['Zürich marathon', 'Tempo']);
    expect(shown({ search: 'night run' })).toEqual(['unnamed']);
    expect(shown({ search: 'xyz' })).toEqual([]);
  });

  test('is filtered by year, gear and distance together', () => {
    expect(shown({ inYear: 2025 })).toEqual(['unnamed', 'Treadmill']);
    expect(shown({ gear: 'Red', distance: '5-10' })).toEqual(['Tempo']);
    expect(shown({ distance: '21-' })).toEqual(['Zürich marathon']);
  });

  test('distance classes depend on the unit', () => {
    // 8 km are less than five miles.
    expect(shown({ distance: '0-5' }, 'mi')).toEqual(['Tempo', 'unnamed', 'Treadmill']);
  });

  test('becomes a CSV with plain numbers', () => {
    const [head, first, , , last] = runsToCsv(runs, 'km').split('\r\n');
    expect(head?.split(',')).toHaveLength(11);
    expect(first).toBe(
      '2026-04-20,2026-04-20T00:00:00+00:00,Zürich marathon,42.3,13000,3200,307.3,120,,,Red',
    );
    expect(last).toBe('2025-03-01,2025-03-01T00:00:00+00:00,Treadmill,0,1800,3200,,,,,');
    expect(runsToCsv([run('=1+1')], 'km')).toContain(",'=1+1,");
  });
});

describe('the rendered rows', () => {
  test('are those around the viewport, in steps', () => {
    expect(windowAt(-900, 800, 50)).toEqual({ from: 0, to: 12 });
    expect(windowAt(0, 800, 50)).toEqual({ from: 0, to: 30 });
    expect(windowAt(100_000, 800, 50)).toEqual({ from: 1986, to: 2034 });
    expect(windowAt(100_020, 800, 50)).toEqual(windowAt(100_000, 800, 50));
  });
});
