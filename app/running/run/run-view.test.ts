import { describe, expect, test } from 'vitest';
import { analyseRun } from '../../../running/analysis/analyse-run.ts';
import { drawRoute } from '../../../running/drawing/draw-route.ts';
import { cutZones } from '../../../running/privacy/cut-zones.ts';
import { runOf, somewhere, trackOfPlaces, trackOfSpeeds } from '../../../tests/harness/running/recording.ts';
import type { RunEntry } from '../run-source.ts';
import { toChartPoints } from './chart-points.ts';
import { formatWhen, nameOf, nameOfEffort, toTimestamp } from './format-run.ts';
import { findHighestHeartRate } from './heart-rate-zones.tsx';
import { drawWithin } from './own/draw-within.ts';
import { placeLabel } from './route-label.ts';
import { thinMarks } from './route-marks.ts';
import { findNearest, heightFor } from './route-size.ts';
import { hrefOfList, hrefOfRun, shareLinkOf } from './run-address.ts';
import { toFigures } from './run-figures.ts';

const steady = (seconds: number) => Array.from({ length: seconds }, () => 3);

describe('the chart points of a run', () => {
  const run = runOf(trackOfSpeeds(steady(1000)));
  const moments = toChartPoints(run, analyseRun(run), 'km');

  test('are at kilometers, each once, with a position on the map', () => {
    expect(moments.axis).toBe('distance');
    expect(moments.x.at(-1)).toBeCloseTo(3, 1);
    expect(new Set(moments.x).size).toBe(moments.x.length);
    expect(moments.position[0]).toEqual({ latitude: somewhere.latitude, longitude: somewhere.longitude });
  });

  test('have the pace for a kilometer, or for a mile', () => {
    expect(moments.pace[100]).toBeCloseTo(1000 / 3, 0);
    expect(toChartPoints(run, analyseRun(run), 'mi').pace[100]).toBeCloseTo(1609.344 / 3, 0);
  });

  test('leave a gap where the runner stopped, instead of a pace that flattens the rest', () => {
    const waiting = runOf(trackOfSpeeds([...steady(300), ...steady(60).map(() => 0.5), ...steady(300)]));
    const { pace } = toChartPoints(waiting, analyseRun(waiting), 'km');
    expect(pace).toContain(null);
    expect(Math.max(...pace.map((each) => each ?? 0))).toBeLessThan(900);
  });

  test('are at minutes where there is no distance, and never at the same one twice', () => {
    const { track } = runOf(trackOfSpeeds(steady(120)));
    track.latitude.fill(Number.NaN);
    track.heartRate.fill(140);
    const still = toChartPoints(runOf(track), analyseRun(runOf(track)), 'km');
    expect(still.axis).toBe('time');
    expect(still.x.at(-1)).toBe(2);
    expect(still.heartRate[0]).toBe(140);
    expect(still.position[0]).toBeNull();
    track.distance.fill(0);
    expect(toChartPoints(runOf(track), analyseRun(runOf(track)), 'km').axis).toBe('time');
  });
});

describe('on an out-and-back route', () => {
  const places = [0, 10, 20, 30, 20, 10, 0].map((x, at) => ({ x, y: at > 3 ? 2 : 0 }));

  test('the pointer finds the nearest point', () => {
    expect(findNearest(places, { x: 31, y: 1 }, undefined)).toBe(3);
    expect(findNearest([null, null], { x: 0, y: 0 }, undefined)).toBeUndefined();
  });

  test('the cursor stays on the same pass of the street', () => {
    expect(findNearest(places, { x: 11, y: 1 }, 0)).toBe(1);
    expect(findNearest(places, { x: 11, y: 1 }, 6)).toBe(5);
  });
});

test('a drawing is as high as its route, within limits', () => {
  const height = (east: number, north: number) => {
    const { track } = runOf(
      trackOfPlaces(
        [
          [0, 0],
          [east, 0],
          [east, north],
        ],
        1000,
      ),
    );
    return heightFor(track, analyseRun(runOf(track)), 800);
  };
  expect(height(4000, 100)).toBe(220);
  expect(height(100, 4000)).toBe(480);
  expect(height(4000, 1500)).toBe(364);
});

test('marks that overlap each other or an end are left out', () => {
  const at = (x: number, label: string) => ({ x, y: 0, label });
  const marks = [at(5, '1'), at(50, '2'), at(55, '3'), at(90, '4')];
  const kept = thinMarks({ marks, start: { x: 0, y: 0 }, end: { x: 200, y: 0 } });
  expect(kept.map(({ label }) => label)).toEqual(['2', '4']);
});

test('the label of an end covers nothing, and is inside the frame', () => {
  const frame = { width: 400, height: 300 };
  const side = (path: string, x: number, y: number) =>
    placeLabel({ path, ...frame }, { x, y }, 'Start').anchor;
  expect(side('M200 150L100 150', 200, 150)).toBe('start');
  expect(side('M200 150L300 150', 200, 150)).toBe('end');
  expect(side('M390 150L390 20', 390, 150)).toBe('end');
  // A route that continues to both sides leaves space above.
  expect(placeLabel({ path: 'M0 150L400 150', ...frame }, { x: 200, y: 150 }, 'Start')).toMatchObject({
    anchor: 'middle',
    y: -12,
  });
});

test('the part outside a zone is drawn at its position in the whole route', () => {
  const places = Array.from({ length: 401 }, (_, step): [number, number] => [step * 10, 0]);
  const run = runOf(trackOfPlaces(places, 4));
  const whole = drawRoute(run.track, analyseRun(run), { width: 400, height: 100, unit: 'km', padding: 0 });
  const cut = cutZones(run, [{ ...somewhere, radius: 400, secret: 'a secret that is long enough' }]);
  if (!whole || !cut) throw new Error('There is nothing to draw.');
  const corners = drawWithin(cut.run, whole.place)
    .slice(1)
    .split('L')
    .map((each) => Number(each.split(' ')[0]));
  // The zone covers 400 of 4000 meters, which is a tenth of the drawing.
  expect(Math.min(...corners)).toBeGreaterThan(40);
  expect(Math.max(...corners)).toBe(400);
});

describe('the figures of a run', () => {
  const totals = {
    metres: 10_000,
    elapsed: 3100,
    moving: 3000,
    gain: 120.4,
    loss: 118,
    averageHeartRate: 151.6,
    highestHeartRate: 176,
    averageCadence: undefined,
  };

  test('show what is known, in kilometers or miles', () => {
    expect(toFigures(totals, 'km')).toEqual([
      { name: 'Distance', value: '10.00', unit: 'km' },
      { name: 'Moving time', value: '50:00', note: '51:40 in all' },
      { name: 'Pace', value: '5:00', unit: '/km' },
      { name: 'Climb', value: '120', unit: 'm', note: '118 m down' },
      { name: 'Heart rate', value: '152', unit: 'bpm', note: '176 at most' },
    ]);
    expect(toFigures(totals, 'mi').map(({ value }) => value)).toContain('6.21');
  });

  test('have no distance and no pace when they were not measured', () => {
    const names = toFigures({ ...totals, metres: 0, gain: undefined, elapsed: 3000 }, 'km').map(
      ({ name }) => name,
    );
    expect(names).toEqual(['Time', 'Heart rate']);
  });
});

describe('the rate of which heart rate zones are shares', () => {
  const opened = (highestHeartRate: number) => {
    const run = runOf(trackOfSpeeds(steady(100)));
    run.track.heartRate.fill(highestHeartRate);
    return { entry: { id: 'easy' } as RunEntry, analysis: analyseRun(run) };
  };
  const runs = [
    { id: 'easy', highestHeartRate: 140 },
    { id: 'race', highestHeartRate: 188 },
    { id: 'by hand' },
  ];

  test('is the highest of all runs: an easy run stays easy', () =>
    expect(findHighestHeartRate(opened(140), runs as RunEntry[], undefined)).toEqual({
      beats: 188,
      of: 'all runs',
    }));
  test('is what the runner says', () =>
    expect(findHighestHeartRate(opened(140), runs as RunEntry[], 195)).toEqual({ beats: 195, of: 'runner' }));
  test('is that of the run itself where the others are those of another runner', () =>
    expect(
      findHighestHeartRate(opened(140), [{ id: 'race', highestHeartRate: 188 }] as RunEntry[], undefined),
    ).toEqual({
      beats: 140,
      of: 'this run',
    }));
});

describe('texts', () => {
  test('a run has the date of the runner’s time zone', () => {
    const start = Date.parse('2026-11-15T06:42:00Z');
    expect(formatWhen(start, 60)).toMatch(/^Sunday, November 15, 2026 at 7:42\sAM$/);
    expect(toTimestamp(start, 60)).toBe('2026-11-15T07:42:00+01:00');
    expect(toTimestamp(start, -210)).toBe('2026-11-15T03:12:00-03:30');
  });

  test.each([
    [4, 'Night run'],
    [6, 'Morning run'],
    [13, 'Afternoon run'],
    [18, 'Evening run'],
    [23, 'Night run'],
  ])('a run without a name at %i o’clock is a %s', (hour, name) => {
    expect(nameOf({ name: ' ', start: Date.UTC(2026, 1, 1, hour), utcOffset: 0 })).toBe(name);
  });

  test('a given name stays, and efforts have names', () => {
    expect(nameOf({ name: 'Parkrun', start: 0, utcOffset: 0 })).toBe('Parkrun');
    expect([nameOfEffort(21_097.5), nameOfEffort(1234)]).toEqual(['Half marathon', '1234 m']);
  });
});

test('addresses keep the rest of the query, and a link to share keeps none of it', () => {
  expect(hrefOfRun('year=2026&unit=mi', 'b')).toBe('/running/b?year=2026&unit=mi');
  expect(hrefOfList('?year=2026')).toBe('/running?year=2026');
  expect(hrefOfList('')).toBe('/running');
  expect(shareLinkOf('a', 'https://example.com')).toBe('https://example.com/running/a');
});
