import { describe, expect, test } from 'vitest';
import {
  firstForm,
  metresOf,
  type PaceForm,
  takeOver,
  toDistance,
  withDistance,
  withPace,
  withTime,
  withUnit,
} from './pace-form.ts';

describe('the pace calculator', () => {
  test('starts with consistent values', () => {
    expect(withTime(firstForm, firstForm.time)).toEqual(firstForm);
  });

  test('a faster time gives a faster pace', () => {
    expect(withTime(firstForm, '40:00')).toMatchObject({ time: '40:00', pace: '4:00' });
  });

  test('a slower pace gives a slower time', () => {
    expect(withPace(firstForm, '6:00')).toMatchObject({ pace: '6:00', time: '1:00:00' });
  });

  test('a longer distance keeps the pace and changes the time', () => {
    expect(withDistance(firstForm, '42.195')).toMatchObject({ pace: '5:00', time: '3:30:59' });
  });

  test('miles describe the same run', () => {
    const inMiles: PaceForm = { distance: '6.214', unit: 'mi', time: '50:00', pace: '8:03' };
    expect(withUnit(firstForm, 'mi')).toEqual(inMiles);
    expect(withUnit(inMiles, 'km')).toMatchObject({ distance: '10', time: '50:00', pace: '5:00' });
  });

  test.each<[string, Partial<PaceForm>, PaceForm]>([
    ['nothing', {}, firstForm],
    ['a distance', { distance: '5' }, { distance: '5', unit: 'km', time: '25:00', pace: '5:00' }],
    ['a time', { time: '40:00' }, { distance: '10', unit: 'km', time: '40:00', pace: '4:00' }],
    ['a pace', { pace: '6:00' }, { distance: '10', unit: 'km', time: '1:00:00', pace: '6:00' }],
    ['miles', { unit: 'mi' }, { distance: '6.214', unit: 'mi', time: '50:00', pace: '8:03' }],
    ['half a time', { time: '4x' }, { ...firstForm, time: '4x' }],
  ])('takes over %s from before hydration', (_, found, expected) => {
    expect(takeOver(firstForm, { ...firstForm, ...found })).toEqual(expected);
  });

  test('takes over four consistent fields unchanged', () => {
    const found: PaceForm = { distance: '3.107', unit: 'mi', time: '25:00', pace: '8:03' };
    expect(takeOver(firstForm, found)).toEqual(found);
  });

  test('an incomplete field stays as it is and changes no other', () => {
    expect(withTime(firstForm, '4x')).toEqual({ ...firstForm, time: '4x' });
    expect(withDistance(firstForm, '')).toEqual({ ...firstForm, distance: '' });
  });
});

describe('a distance', () => {
  test.each([
    ['10', 'km', 10_000],
    ['21,0975', 'km', 21_097.5],
    ['.4', 'km', 400],
    ['1', 'mi', 1609.344],
  ] as const)('%s %s is %d meters', (distance, unit, metres) => {
    expect(metresOf({ distance, unit })).toBe(metres);
  });

  test.each(['', 'far', '-5', '0', '5000', '1e3', '.'])('%j is not a distance', (distance) => {
    expect(metresOf({ distance, unit: 'km' })).toBeUndefined();
  });

  test('is formatted without trailing zeros', () => {
    expect([toDistance(42_195, 'km'), toDistance(10_000, 'km'), toDistance(42_195, 'mi')]).toEqual([
      '42.195',
      '10',
      '26.219',
    ]);
  });
});
