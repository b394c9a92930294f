import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trackOfSpeeds } from '../../tests/harness/running/recording.ts';
import { createTrack, type Track } from '../run.ts';
import { packTrack, unpackTrack } from './pack-track.ts';

const point = fc.record({
  step: fc.double({ min: 0.001, max: 5000, noNaN: true }),
  latitude: fc.double({ min: -90, max: 90 }),
  longitude: fc.double({ min: -180, max: 180 }),
  elevation: fc.double({ min: -400, max: 8900 }),
  distance: fc.double({ min: 0, max: 200_000 }),
  heartRate: fc.nat(250),
  cadence: fc.nat(255),
});

const tracks = fc.array(point, { maxLength: 60 }).map((points): Track => {
  const track = createTrack(points.length, points.length > 3 ? [1, 3] : []);
  let time = 0;
  for (const [index, { step, ...rest }] of points.entries()) {
    track.time[index] = time;
    time += step;
    for (const [column, value] of Object.entries(rest)) track[column as keyof typeof rest][index] = value;
  }
  return track;
});

describe('a packed track', () => {
  test('is unpacked unchanged, within a millisecond of time and a centimeter of position', () => {
    fc.assert(
      fc.property(tracks, (track) => {
        const back = unpackTrack(packTrack(track));
        expect(back.breaks).toEqual(track.breaks);
        expect(back.heartRate).toEqual(track.heartRate);
        expect(back.cadence).toEqual(track.cadence);
        const near = (a: ArrayLike<number>, b: ArrayLike<number>, within: number) =>
          Array.from(a).every(
            (value, at) => Object.is(value, b[at]) || Math.abs(value - (b[at] ?? 0)) <= within,
          );
        expect(near(track.time, back.time, 0.00051)).toBe(true);
        expect(near(track.latitude, back.latitude, 0.51e-7)).toBe(true);
        expect(near(track.longitude, back.longitude, 0.51e-7)).toBe(true);
        expect(near(track.elevation, back.elevation, 0.051)).toBe(true);
        expect(near(track.distance, back.distance, 0.051)).toBe(true);
      }),
    );
  });

  test('packed again is the same', () => {
    const once = packTrack(trackOfSpeeds([3, 4, 5]));
    expect(packTrack(unpackTrack(once))).toEqual(once);
  });

  test('of an hour is small', () => {
    const track = trackOfSpeeds(Array.from({ length: 3600 }, (_, second) => 3 + Math.sin(second / 50)));
    expect(packTrack(track).length).toBeLessThan(40_000);
  });

  test('that is invalid is refused by a RangeError and nothing else', () => {
    const whole = packTrack(trackOfSpeeds([3, 4, 5]));
    expect(() => unpackTrack(whole.slice(0, -8))).toThrow(RangeError);
    expect(() => unpackTrack(Uint8Array.of(1, 255, 255, 255, 7))).toThrow(RangeError);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          unpackTrack(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
