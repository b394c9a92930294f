import { describe, expect, test } from 'vitest';
import { type Moment, recordMoments } from '../../tests/harness/running/recording.ts';
import { emptyPoint, type Point, TrackBuilder } from './track-builder.ts';

const build = (points: readonly Partial<Point>[]) => {
  const builder = new TrackBuilder(10_000);
  for (const point of points) builder.add({ ...emptyPoint(), ...point });
  return builder.finish();
};
const secondsOf = (points: readonly Partial<Point>[]) => build(points).map(({ track }) => [...track.time]);
const seconds = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place);

describe('a moment in two records', () => {
  const moments = recordMoments(60);
  const position = ({ at, latitude, longitude }: Moment) => ({ at, latitude, longitude });
  const rest = ({ at, heartRate }: Moment, second: number) => ({
    at,
    heartRate,
    elevation: second,
    distance: second * 3,
    cadence: 170,
  });

  test('has the values of both, whichever comes first', () => {
    const [one] = build(moments.flatMap((moment, second) => [position(moment), rest(moment, second)]));
    const [other] = build(moments.flatMap((moment, second) => [rest(moment, second), position(moment)]));
    expect(one).toEqual(other);
    expect(one?.track.time).toHaveLength(60);
    expect(one?.track.latitude[7]).toBe(moments[7]?.latitude);
    expect(one?.track.distance[7]).toBe(21);
    expect(one?.track.elevation[0]).toBe(0);
    expect(one?.track.heartRate[7]).toBe(147);
    expect(one?.track.cadence[7]).toBe(170);
  });

  test('keeps its first value of a kind', () => {
    const again = moments.map((moment) => ({ ...moment, heartRate: 60, elevation: 9 }));
    const [piece] = build(moments.flatMap((moment, second) => [moment, again[second] ?? {}]));
    expect(piece?.track.heartRate[7]).toBe(147);
    expect(piece?.track.elevation[7]).toBeCloseTo(500.07, 2);
  });
});

describe('times that go back', () => {
  const moments = recordMoments(100);
  const shift = (list: readonly Moment[], by: number) => list.map((each) => ({ ...each, at: each.at + by }));

  test('are sorted when the track is in order by them', () => {
    expect(secondsOf([...moments.slice(50), ...moments.slice(0, 50)])).toEqual([seconds(0, 100)]);
    expect(secondsOf(moments.toReversed())).toEqual([seconds(0, 100)]);
  });

  test('continue a second later when the clock was set back during the run', () => {
    expect(secondsOf([...moments.slice(0, 50), ...shift(moments.slice(50), -30_000)])).toEqual([
      seconds(0, 100),
    ]);
  });

  test('of single points cost these points at most', () => {
    const behind = [...moments.slice(0, 50), ...shift(moments.slice(50, 51), -30_000), ...moments.slice(51)];
    expect(secondsOf(behind)[0]).toHaveLength(100);
    expect(secondsOf(behind)[0]?.at(-1)).toBe(99);
    const ahead = [...moments.slice(0, 50), ...shift(moments.slice(50, 51), 30_000), ...moments.slice(51)];
    expect(secondsOf(ahead)).toEqual([[...seconds(0, 50), ...seconds(51, 100)]]);
  });
});
