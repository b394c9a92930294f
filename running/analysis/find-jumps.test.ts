import { describe, expect, test } from 'vitest';
import { trackOfPlaces } from '../../tests/harness/running/recording.ts';
import { evenStep, measureDistance } from './measure-distance.ts';

const straight = Array.from({ length: 60 }, (_, second): [number, number] => [0, second * 3]);
const change = (places: typeof straight, at: number, place: [number, number]) =>
  places.map((each, second) => (second === at ? place : each));
const metres = (places: readonly (readonly [number, number])[]) =>
  measureDistance(trackOfPlaces(places))?.metres.at(-1) ?? 0;

describe('a track of 177 meters', () => {
  test('is 177 meters long', () => expect(metres(straight)).toBeCloseTo(177, 3));

  test('keeps its length when single points are off', () => {
    expect(metres(change(straight, 20, [500, 60]))).toBeCloseTo(177, 3);
    expect(metres(change(change(straight, 20, [500, 60]), 21, [-400, 3000]))).toBeCloseTo(177, 3);
  });

  test('is not longer when its first or last point is elsewhere', () => {
    expect(metres(change(straight, 0, [9000, 9000]))).toBeCloseTo(174, 3);
    expect(metres(change(straight, 59, [9000, 9000]))).toBeCloseTo(174, 3);
  });

  test('does not grow by a distance that no human can have run', () => {
    const carried = straight.map(([east, north], second): [number, number] => [
      second < 30 ? east : 4000,
      north,
    ]);
    expect(metres(carried)).toBeCloseTo(174, 3);
  });
});

describe('the meters of a device', () => {
  test('count before its positions', () => {
    const track = trackOfPlaces(straight);
    track.distance.set(straight.map((_, second) => second * 3.1));
    expect(measureDistance(track)?.metres.at(-1)).toBeCloseTo(59 * 3.1, 6);
  });

  test('do not count where they jump, go back or are sometimes missing', () => {
    const track = trackOfPlaces(straight);
    track.distance.set(
      straight.map((_, second) => second * 3 + (second >= 30 ? 400 : 0) - (second >= 40 ? 300 : 0)),
    );
    track.distance[50] = Number.NaN;
    const measured = measureDistance(track)?.metres;
    // The two seconds with a jump are lost.
    expect(measured?.at(-1)).toBeCloseTo(57 * 3, 6);
    expect((measured?.[50] ?? 0) - (measured?.[49] ?? 0)).toBeCloseTo(3, 6);
  });

  test('that are counted every fourth second are those of an even pace between', () => {
    const seconds = 400;
    const track = trackOfPlaces(Array.from({ length: seconds }, () => [0, 0]));
    track.distance.set(track.time.map((second) => (second % 4 === 0 ? second * 4 : Number.NaN)));
    const sparse = measureDistance(track);
    track.distance.set(track.time.map((second) => second - (second % 4)).map((second) => second * 4));
    const repeated = measureDistance(track);
    for (const measured of [sparse, repeated]) {
      expect(measured?.metres.at(-1)).toBeCloseTo((seconds - 4) * 4, 6);
      expect(measured?.metres[201]).toBeCloseTo(201 * 4, 6);
      expect(measured?.steps.subarray(0, seconds - 4).every((step) => step === evenStep)).toBe(true);
    }
  });

  test('count where a watch catches up with what it ran while it stood still, and nowhere else', () => {
    const track = trackOfPlaces(straight);
    const counted = (second: number) => (second >= 20 && second < 40 ? 60 : second * 3);
    track.distance.set(track.time.map(counted));
    const caughtUp = measureDistance(track);
    expect(caughtUp?.metres.at(-1)).toBeCloseTo(59 * 3, 6);
    expect(caughtUp?.metres[30]).toBeCloseTo(90, 6);
    // No human runs 400 meters in 20 seconds.
    track.distance.set(track.time.map((second) => counted(second) + (second >= 40 ? 340 : 0)));
    expect(measureDistance(track)?.metres.at(-1)).toBeCloseTo(60 + 19 * 3, 6);
  });

  test('are not used when they are missing for half of the distance', () => {
    const track = trackOfPlaces(straight);
    track.distance.set(straight.map((_, second) => (second < 30 ? second * 9 : Number.NaN)));
    expect(measureDistance(track)?.metres.at(-1)).toBeCloseTo(177, 3);
  });
});

test('without positions and meters nothing is measured', () => {
  const track = trackOfPlaces(straight);
  track.latitude.fill(Number.NaN);
  expect(measureDistance(track)).toBeUndefined();
});
