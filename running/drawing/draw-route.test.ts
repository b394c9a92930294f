import { describe, expect, test } from 'vitest';
import { runOf, trackOfPlaces } from '../../tests/harness/running/recording.ts';
import { analyseRun } from '../analysis/analyse-run.ts';
import { drawOutline, isOutline } from './draw-outline.ts';
import { drawRoute } from './draw-route.ts';
import { simplify } from './simplify.ts';

/** Ten kilometers around a square. */
const square = Array.from({ length: 2501 }, (_, step): [number, number] => {
  const way = step * 4;
  if (way <= 2500) return [way, 0];
  if (way <= 5000) return [2500, way - 2500];
  return way <= 7500 ? [7500 - way, 2500] : [0, 10_000 - way];
});
const draw = (places: readonly (readonly [number, number])[], unit: 'km' | 'mi' = 'km') => {
  const { track } = runOf(trackOfPlaces(places));
  return drawRoute(track, analyseRun(runOf(track)), { width: 400, height: 300, unit, padding: 20 });
};

describe('the drawing of a run around a square', () => {
  const drawing = draw(square);

  test('has its four corners and fits into its frame', () => {
    expect(drawing?.path).toBe('M70 280L330 280L330 20L70 20L70 280');
    expect(drawing?.start).toEqual({ x: 70, y: 280 });
  });

  test('has a mark at each kilometer, or at each mile', () => {
    expect(drawing?.marks.map(({ label }) => label)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(drawing?.marks[1]).toMatchObject({ x: 278, y: 280 });
    expect(draw(square, 'mi')?.marks).toHaveLength(6);
  });

  test('has a scale bar of a round length', () => {
    expect(drawing?.scaleBar).toEqual({ length: 52, label: '500 m' });
    expect(draw(square, 'mi')?.scaleBar.label).toBe('500 ft');
  });

  test('places a cursor', () => {
    const { track } = runOf(trackOfPlaces(square));
    const at = { latitude: track.latitude[625] ?? 0, longitude: track.longitude[625] ?? 0 };
    expect(drawing?.place(at)).toEqual({ x: 330, y: 280 });
  });
});

test('a pause interrupts the line', () => {
  const track = { ...trackOfPlaces(square), breaks: Uint32Array.of(1250) };
  expect(
    drawRoute(track, analyseRun(runOf(track)), { width: 100, height: 100, unit: 'km' })?.path.split('M'),
  ).toHaveLength(3);
});

test('an outlier is not drawn', () => {
  const strays = square.map((place, step): [number, number] =>
    step === 100 ? [90_000, 0] : [place[0], place[1]],
  );
  expect(draw(strays)?.path).toBe(draw(square)?.path);
});

test('a route across the date line is drawn in one piece', () => {
  const { track } = runOf(trackOfPlaces(square));
  const moved = {
    ...track,
    longitude: track.longitude.map((degrees) => ((degrees + 168.49 + 180) % 360) - 180),
  };
  const path = drawRoute(moved, analyseRun(runOf(moved)), {
    width: 400,
    height: 300,
    unit: 'km',
    padding: 20,
  })?.path;
  expect(Math.max(...moved.longitude) - Math.min(...moved.longitude)).toBeGreaterThan(300);
  expect(path).toBe('M70 280L330 280L330 20L70 20L70 280');
});

test('without positions there is no drawing', () => {
  const { track } = runOf(trackOfPlaces(square));
  track.latitude.fill(Number.NaN);
  expect(drawRoute(track, analyseRun(runOf(track)), { width: 100, height: 100, unit: 'km' })).toBeUndefined();
  expect(drawOutline(track, analyseRun(runOf(track)))).toBe('');
});

describe('an outline', () => {
  test('is small and is recognized', () => {
    const { track } = runOf(trackOfPlaces(square));
    const outline = drawOutline(track, analyseRun(runOf(track)));
    expect(outline).toBe('M4 96L96 96L96 4L4 4L4 96');
    expect(isOutline(outline)).toBe(true);
  });

  test.each(['', 'M4 4"/><script>alert(1)</script>', 'M1 1L', 'url(#a)'])('is not %j', (text) => {
    expect(isOutline(text)).toBe(false);
  });
});

describe('simplifying', () => {
  const wave = {
    x: Array.from({ length: 500 }, (_, at) => at),
    y: Array.from({ length: 500 }, (_, at) => Math.sin(at / 20) * 10),
  };

  test('keeps the ends, and no left-out point is further away than allowed', () => {
    const kept = simplify(wave, 1);
    expect(kept[0]).toBe(0);
    expect(kept.at(-1)).toBe(499);
    expect(kept.length).toBeLessThan(60);
    for (const [index, to] of kept.slice(1).entries()) {
      const from = kept[index] ?? 0;
      for (let at = from; at <= to; at += 1) {
        const share = (at - from) / (to - from);
        const line = (wave.y[from] ?? 0) + share * ((wave.y[to] ?? 0) - (wave.y[from] ?? 0));
        expect(Math.abs((wave.y[at] ?? 0) - line)).toBeLessThan(1.5);
      }
    }
  });

  test('keeps everything where lines are refused, and works on a million points', () => {
    expect(simplify(wave, 1, () => false)).toHaveLength(500);
    const long = new Float64Array(1_000_000);
    expect(simplify({ x: long.map((_, at) => at), y: long }, 1)).toEqual([0, 999_999]);
  });
});
