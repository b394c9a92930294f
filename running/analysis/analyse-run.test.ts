import { describe, expect, test } from 'vitest';
import { runOf, trackOfSpeeds } from '../../tests/harness/running/recording.ts';
import { kilometre, mile } from '../pace.ts';
import { createTrack, emptyTrack, nothingStated } from '../run.ts';
import { analyseRun } from './analyse-run.ts';
import { toChartSeries } from './chart-series.ts';
import { measureHeartRateZones } from './heart-rate-zones.ts';
import { splitRun } from './split-run.ts';

const even = (seconds: number, speed: number) => Array.from({ length: seconds }, () => speed);

describe('time in motion', () => {
  test('is all of the time of a runner who does not stop', () => {
    const { totals } = analyseRun(runOf(trackOfSpeeds(even(600, 3))));
    expect([totals.elapsed, totals.moving]).toEqual([600, 600]);
  });

  test('leaves out a stop, within the seconds of slowing down', () => {
    const { totals } = analyseRun(runOf(trackOfSpeeds([...even(300, 3), ...even(120, 0), ...even(300, 3)])));
    expect(totals.elapsed).toBe(720);
    expect(Math.abs(totals.moving - 600)).toBeLessThanOrEqual(8);
  });

  test('leaves out a pause of the watch, and the distance moved during it', () => {
    const track = trackOfSpeeds(even(600, 3));
    const later = track.time.map((time) => (time >= 300 ? time + 1000 : time));
    const { totals } = analyseRun(runOf({ ...track, time: later, breaks: Uint32Array.of(300) }));
    expect(totals.moving).toBe(599);
    expect(totals.elapsed).toBe(1600);
    expect(totals.metres).toBeCloseTo(599 * 3, 2);
  });

  test('continues through a tunnel', () => {
    const track = trackOfSpeeds(even(600, 3));
    track.latitude.fill(Number.NaN, 200, 290);
    const { totals } = analyseRun(runOf(track));
    expect(totals.metres).toBeCloseTo(1800, 2);
    expect(totals.moving).toBe(600);
  });

  test('includes a steep climb, and no stop on a mountain', () => {
    const track = trackOfSpeeds([...even(900, 0.4), ...even(300, 0), ...even(900, 0.4)]);
    const climbed = (second: number) => 0.2 * (second - Math.min(Math.max(second - 900, 0), 300));
    // A sensor that is half a meter off now and then.
    track.elevation.set(track.time.map((second) => 1500 + climbed(second) + Math.sin(second) / 2));
    const { totals } = analyseRun(runOf(track));
    expect(Math.abs(totals.moving - 1800)).toBeLessThanOrEqual(20);
    track.elevation.fill(1500);
    expect(analyseRun(runOf(track)).totals.moving).toBe(0);
  });

  test('is never more than the timer of the watch counted', () => {
    const stated = { ...nothingStated, moving: 550 };
    expect(analyseRun(runOf(trackOfSpeeds(even(600, 3)), { stated })).totals.moving).toBe(550);
  });

  test('without any distance is the time without long gaps', () => {
    const track = createTrack(100, []);
    track.time.set(track.time.map((_, point) => point * 5 + (point >= 50 ? 300 : 0)));
    expect(analyseRun(runOf(track)).totals.moving).toBe(98 * 5);
  });
});

test('a run without points has the totals that its file states', () => {
  const stated = { metres: 5000, elapsed: 1800, moving: 1750, gain: 20, heartRate: 150 };
  const { heartRate: averageHeartRate, ...sums } = stated;
  expect(analyseRun(runOf(emptyTrack(), { stated })).totals).toMatchObject({ ...sums, averageHeartRate });
});

test('meters that only positions measure are corrected by those that the file states, if they are close', () => {
  const measure = (metres: number) =>
    analyseRun(runOf(trackOfSpeeds(even(600, 3)), { stated: { ...nothingStated, metres } })).totals.metres;
  expect(measure(1850)).toBeCloseTo(1850, 6);
  expect(measure(2500)).toBeCloseTo(1800, 1);
});

describe('climbing', () => {
  const climbOf = (height: (second: number) => number, seconds = 1200) => {
    const track = trackOfSpeeds(even(seconds, 3));
    track.elevation.set(track.time.map((_, second) => height(second)));
    return analyseRun(runOf(track)).totals;
  };

  test('of a steady hill is its height', () => {
    const { gain, loss } = climbOf((second) => (second <= 600 ? second / 6 : 200 - second / 6));
    expect(gain).toBeGreaterThan(96);
    expect(gain).toBeLessThanOrEqual(100);
    expect(loss).toBeGreaterThan(96);
  });

  test('of thirty hills is their full height, down to the last meter', () => {
    const hill = (second: number) => Math.min(100, Math.max(0, Math.abs((second % 240) - 120) - 10)) / 10;
    const { gain, loss } = climbOf(hill, 30 * 240);
    expect(gain).toBeCloseTo(300, 0);
    expect(loss).toBeCloseTo(300, 0);
  });

  test('is zero on flat ground despite sensor noise', () => {
    expect(climbOf((second) => 300 + Math.sin(second * 2.4) * 3).gain).toBe(0);
  });

  test('is not known without heights', () => {
    expect(climbOf(() => Number.NaN).gain).toBeUndefined();
  });
});

describe('splits', () => {
  const run = runOf(trackOfSpeeds([...even(500, 4), ...even(800, 2.5), ...even(100, 3)]));
  run.track.heartRate.fill(150);
  const analysis = analyseRun(run);

  test('are cut at the exact kilometer', () => {
    const splits = splitRun(run.track, analysis, kilometre);
    expect(splits.map(({ metres }) => Math.round(metres))).toEqual([1000, 1000, 1000, 1000, 300]);
    expect(splits.map(({ elapsed }) => Math.round(elapsed))).toEqual([250, 250, 400, 400, 100]);
    expect(splits[0]?.averageHeartRate).toBe(150);
  });

  test('are cut at the exact mile, between two points', () => {
    const [first] = splitRun(run.track, analysis, mile);
    expect(first?.elapsed).toBeCloseTo(mile / 4, 3);
  });

  test('add up to the run', () => {
    const splits = splitRun(run.track, analysis, mile);
    expect(splits.reduce((sum, { metres }) => sum + metres, 0)).toBeCloseTo(4300, 2);
    expect(splits.reduce((sum, { elapsed }) => sum + elapsed, 0)).toBeCloseTo(1400, 6);
    expect(splits.reduce((sum, { moving }) => sum + moving, 0)).toBeCloseTo(analysis.totals.moving, 6);
  });

  test('of a run without distance are none', () => {
    expect(splitRun(emptyTrack(), analyseRun(runOf(emptyTrack())), kilometre)).toEqual([]);
  });
});

test('heart-rate zones hold the seconds of their beats, and gaps belong to none', () => {
  const time = Float64Array.from([0, 1, 2, 3, 503, 504, 505]);
  const heartRate = Uint8Array.from([80, 100, 130, 130, 185, 0, 185]);
  const zones = measureHeartRateZones({ time, heartRate }, 200);
  expect(zones).toEqual([
    { from: 100, to: 120, seconds: 1 },
    { from: 120, to: 140, seconds: 11 },
    { from: 140, to: 160, seconds: 0 },
    { from: 160, to: 180, seconds: 0 },
    { from: 180, to: undefined, seconds: 1 },
  ]);
});

test('charts get about the given number of moments, from the first to the last, the same for all series', () => {
  const run = runOf(trackOfSpeeds([...even(1800, 3), ...even(60, 0), ...even(1800, 3)]));
  const series = toChartSeries(run.track, analyseRun(run), 200);
  expect(series.point.length).toBeGreaterThan(150);
  expect(series.point.length).toBeLessThanOrEqual(201);
  expect(series.metres.at(-1)).toBeCloseTo(10_800, 1);
  expect(series.pace[10]).toBeCloseTo(1 / 3, 6);
  expect(Object.values(series).every((column) => column.length === series.point.length)).toBe(true);
});
