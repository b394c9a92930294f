import { describe, expect, test } from 'vitest';
import type { SamplerName } from '../traces-settings.ts';
import { createSampler } from './sampler.ts';
import { parseTraceParent } from './trace-parent.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('the header of a caller', () => {
  test.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-03`, true],
    [`cc-${traceId}-${spanId}-01-what-comes-later`, true],
  ])('%s is read', (header, isSampled) => {
    expect(parseTraceParent(header)).toEqual({ traceId, spanId, isSampled });
  });

  test.each([
    undefined,
    '',
    traceId,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
  ])('%s is ignored', (header) => expect(parseTraceParent(header)).toBeUndefined());
});

describe('a sampler', () => {
  const yes = { traceId, spanId, isSampled: true };
  const no = { ...yes, isSampled: false };

  test.each<[SamplerName, alone: boolean, afterYes: boolean, afterNo: boolean]>([
    ['always_on', true, true, true],
    ['always_off', false, false, false],
    ['parentbased_always_on', true, true, false],
    ['parentbased_always_off', false, true, false],
  ])('%s', (name, ...expected) => {
    const isSampled = createSampler(name, 1);
    expect([undefined, yes, no].map((parent) => isSampled(traceId, parent))).toEqual(expected);
  });

  test.each([
    [0, '0', false],
    [0, 'f', false],
    [0.25, 'b', false],
    [0.25, 'c', true],
    [1, '0', true],
  ])('takes the share %d by the random part of the id, which begins with %s', (ratio, digit, expected) => {
    const id = traceId.slice(0, 18) + digit + '0'.repeat(13);
    expect(createSampler('traceidratio', ratio)(id, no)).toBe(expected);
    expect(createSampler('parentbased_traceidratio', ratio)(id, undefined)).toBe(expected);
    expect(createSampler('parentbased_traceidratio', ratio)(id, yes)).toBe(true);
  });
});
