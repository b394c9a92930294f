import { expect, test } from 'vitest';
import { minZoneRadius } from '../../../running/privacy/zone.ts';
import { trackOfSpeeds } from '../../../tests/harness/running/recording.ts';
import { describeRadius, formatPosition, parsePosition, radii, startOf } from './zone-place.ts';

test.each([
  ['51.4412, -0.2741', 51.4412, -0.2741],
  ['51.4412 -0.2741', 51.4412, -0.2741],
  [' 51.4412,-0.2741 ', 51.4412, -0.2741],
  ['51.4412° N, 0.2741° W', 51.4412, -0.2741],
  ['33.8688 S; 151.2093 E', -33.8688, 151.2093],
  ['48, 11', 48, 11],
])('%j is a position', (text, latitude, longitude) => {
  expect(parsePosition(text)).toEqual({ latitude, longitude });
});

test.each([
  '',
  'home',
  '51.4412',
  '91, 0',
  '0, 181',
  '1, 2, 3',
  '51.4412 N 51.4412 N',
])('%j is not a position', (text) => {
  expect(parsePosition(text)).toBeUndefined();
});

test('a formatted position can be parsed again', () => {
  expect(formatPosition({ latitude: 51.44119, longitude: -0.27 })).toBe('51.4412, -0.2700');
  expect(parsePosition(formatPosition({ latitude: -51.5, longitude: -0.25 }))).toEqual({
    latitude: -51.5,
    longitude: -0.25,
  });
});

test('a run begins at its first known position', () => {
  const track = trackOfSpeeds([3, 3, 3]);
  const third = { latitude: track.latitude[2], longitude: track.longitude[2] };
  track.latitude.fill(Number.NaN, 0, 2);
  expect(startOf(track)).toEqual(third);
  track.latitude.fill(Number.NaN);
  expect(startOf(track)).toBeUndefined();
});

test('the database accepts every radius on offer, and each has a description', () => {
  expect(Math.min(...radii.map(({ metres }) => metres))).toBe(minZoneRadius);
  expect(describeRadius(200, 'km')).toBe('200 m: the street');
  expect(describeRadius(1600, 'km')).toBe('1.6 km: a village');
  expect(describeRadius(250, 'km')).toBe('250 m');
  expect(describeRadius(800, 'mi')).toBe('½ mi: the neighborhood, ten minutes on foot');
  expect(describeRadius(250, 'mi')).toBe('820 ft');
});
