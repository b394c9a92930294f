import { describe, expect, test } from 'vitest';
import { recordMoments, startTime } from '../../tests/harness/running/recording.ts';
import { blobOf, encodeFit, fitRecords, writeFit } from '../../tests/harness/running/write-files.ts';
import { readRunFile } from './read-run-file.ts';

const read = (bytes: Uint8Array<ArrayBuffer>) => readRunFile(blobOf(bytes));
const moments = recordMoments(2500);

const session = (sport: string, from: number, seconds: number) =>
  [
    'SESSION',
    {
      timestamp: new Date(startTime + (from + seconds) * 1000),
      startTime: new Date(startTime + from * 1000),
      totalElapsedTime: seconds,
      sport,
    },
  ] as const;

describe('a FIT file', () => {
  test('becomes a run with its points, laps, totals, device and local time', async () => {
    const [run] = await read(writeFit(moments));
    expect(run).toMatchObject({
      sport: 'run',
      source: 'fit',
      device: 'Garmin Forerunner 945',
      start: startTime,
      utcOffset: 120,
      laps: [{ start: 0, time: 2499, metres: 7497 }],
      stated: { metres: 7497, elapsed: 2499, moving: 2499, gain: 12 },
    });
    const track = run?.track;
    expect(track?.time).toHaveLength(2500);
    expect(track?.latitude[1234]).toBeCloseTo(moments[1234]?.latitude ?? 0, 6);
    expect(track?.elevation[2000]).toBeCloseTo(520, 0);
    expect(track?.distance[2000]).toBeCloseTo(6000, 1);
    expect([track?.heartRate[7], track?.cadence[7]]).toEqual([147, 171]);
  });

  test('has a pause where the timer was stopped', async () => {
    const later = recordMoments(20, 3, startTime + 120_000);
    const [run] = await read(
      encodeFit([
        ['FILE_ID', { type: 'activity' }],
        ...fitRecords(recordMoments(20)),
        ['EVENT', { timestamp: new Date(startTime + 20_000), event: 'timer', eventType: 'stopAll' }],
        ['EVENT', { timestamp: new Date(startTime + 120_000), event: 'timer', eventType: 'start' }],
        ...fitRecords(later),
      ]),
    );
    expect(run?.track.breaks).toEqual(Uint32Array.of(20));
    expect(run?.sport).toBe('unknown');
  });

  test('of a triathlon has a run for each session, with the points of each', async () => {
    const runs = await read(
      encodeFit([
        ['FILE_ID', { type: 'activity' }],
        ...fitRecords(recordMoments(300)),
        session('swimming', 0, 99),
        session('cycling', 100, 99),
        session('running', 200, 99),
      ]),
    );
    expect(runs.map(({ sport, sportName }) => [sport, sportName])).toEqual([
      ['other', 'swimming'],
      ['other', 'cycling'],
      ['run', 'running'],
    ]);
    expect(runs[2]?.start).toBe(startTime + 200_000);
    expect(runs[2]?.track.time).toHaveLength(100);
    expect(runs[2]?.track.time[0]).toBe(0);
    expect(runs[2]?.track.distance[0]).toBe(0);
  });

  test('of a triathlon may have a session for all of it, which is no run', async () => {
    const runs = await read(
      encodeFit([
        ['FILE_ID', { type: 'activity' }],
        ...fitRecords(recordMoments(300)),
        session('generic', 0, 299),
        session('cycling', 0, 99),
        session('running', 200, 99),
      ]),
    );
    expect(runs.map(({ sportName }) => sportName)).toEqual(['cycling', 'running']);
  });

  test.each([
    ['fitnessEquipment', 'treadmill', 'run'],
    ['training', 'strengthTraining', 'other'],
    ['training', 'generic', 'maybe'],
  ])('of %s is judged by its kind, %s', async (sport, subSport, expected) => {
    const [run] = await read(
      encodeFit([
        ['FILE_ID', { type: 'activity' }],
        ...fitRecords(recordMoments(50)),
        [
          'SESSION',
          { timestamp: new Date(startTime + 49_000), startTime: new Date(startTime), sport, subSport },
        ],
      ]),
    );
    expect(run?.sport).toBe(expected);
  });

  test('that was copied twice into one has its laps once', async () => {
    const whole = writeFit(moments.slice(0, 100));
    const twice = new Uint8Array(whole.length * 2);
    twice.set(whole);
    twice.set(whole, whole.length);
    expect(await read(twice)).toEqual(await read(whole));
  });

  test('whose clock was set during the run is one run', async () => {
    const wrong = recordMoments(300).map((moment, second) =>
      second < 20 ? { ...moment, at: moment.at - 9e11 } : moment,
    );
    const [run, ...others] = await read(
      encodeFit([['FILE_ID', { type: 'activity' }], ...fitRecords(wrong), session('running', 0, 299)]),
    );
    expect(others).toEqual([]);
    expect(run?.start).toBe(startTime);
    expect([...(run?.track.time ?? [])]).toEqual(Array.from({ length: 300 }, (_, second) => second));
    expect(run?.stated.elapsed).toBe(299);
  });

  test('of two days on the way is one run with a pause', async () => {
    const parts = [...recordMoments(20), ...recordMoments(20, 3, startTime + 20 * 3_600_000)];
    const [run, ...others] = await read(
      encodeFit([['FILE_ID', { type: 'activity' }], ...fitRecords(parts), session('running', 0, 72_019)]),
    );
    expect(others).toEqual([]);
    expect(run?.track.time.at(-1)).toBe(72_019);
    expect(run?.track.breaks).toEqual(Uint32Array.of(20));
  });

  describe('of a watch that did not know the date', () => {
    const sinceStart = recordMoments(50, 3, Date.parse('1989-12-31T00:05:00Z'));
    const end = new Date(sinceStart.at(-1)?.at ?? 0);
    const content: Parameters<typeof encodeFit>[0] = [
      ['FILE_ID', { type: 'activity' }],
      ...fitRecords(sinceStart),
      ['SESSION', { timestamp: end, startTime: new Date(sinceStart[0]?.at ?? 0), sport: 'running' }],
    ];

    test('has that of its owner’s clock', async () => {
      const localTimestamp = (startTime + 49_000) / 1000 - 631_065_600;
      const [run] = await read(encodeFit([...content, ['ACTIVITY', { timestamp: end, localTimestamp }]]));
      expect(run).toMatchObject({ start: startTime, utcOffset: 0, isUndated: false });
      expect(run?.track.time).toHaveLength(50);
    });

    test('is marked when the file has none', async () => {
      const [run] = await read(encodeFit(content));
      expect(run).toMatchObject({ isUndated: true });
      expect(run?.track.time).toHaveLength(50);
    });
  });

  test('of a maker without a number names its product alone', async () => {
    const [run] = await read(
      encodeFit([
        ['FILE_ID', { type: 'activity', manufacturer: 'development', productName: 'RunApp' }],
        ...fitRecords(recordMoments(50)),
      ]),
    );
    expect(run?.device).toBe('RunApp');
  });

  test('of a treadmill has no positions but meters and beats', async () => {
    const records = fitRecords(recordMoments(50)).map(
      ([name, { positionLat, positionLong, ...rest }]) => [name, rest] as const,
    );
    const [run] = await read(encodeFit([['FILE_ID', { type: 'activity' }], ...records]));
    expect(run?.track.latitude.every(Number.isNaN)).toBe(true);
    expect(run?.track.distance[49]).toBeCloseTo(147, 1);
  });

  test('without records is a run by its sums', async () => {
    const sums = { totalElapsedTime: 1800, totalTimerTime: 1750, totalDistance: 5000 };
    const [run] = await read(
      encodeFit([
        ['FILE_ID', { type: 'activity' }],
        [
          'SESSION',
          {
            timestamp: new Date(startTime + 1_800_000),
            startTime: new Date(startTime),
            sport: 'running',
            ...sums,
          },
        ],
      ]),
    );
    expect(run?.track.time).toHaveLength(0);
    expect(run?.stated).toMatchObject({ metres: 5000, elapsed: 1800, moving: 1750 });
  });

  test('of an old watch may have speed and distance in three bytes', async () => {
    const [run] = await read(compressDistances());
    expect([...(run?.track.distance ?? [])]).toEqual([0, 100, 200, 300, 400]);
  });

  test('of an old watch may have compressed timestamps of five bits', async () => {
    const [run] = await read(compressTimestamps());
    expect([...(run?.track.time ?? [])]).toEqual([0, 5, 20, 40]);
    expect([...(run?.track.heartRate ?? [])]).toEqual([100, 101, 102, 103]);
  });
});

describe('of a FIT file with a fault the readable part is a run with the reason:', () => {
  const whole = writeFit(moments.slice(0, 1500));

  test.each([
    ['cut off', whole.slice(0, whole.length >> 1), /ends in the middle/, 700, 750],
    ['a wrong bit', whole.map((byte, at) => (at === 900 ? byte ^ 1 : byte)), /checksum/, 1499, 1500],
    [
      'never finished by the watch',
      whole.map((byte, at) => (at >= 4 && at < 8 ? 0 : byte)),
      /never finished/,
      1500,
      1500,
    ],
  ])('%s', async (_, bytes, reason, atLeast, atMost) => {
    const [run, ...others] = await read(bytes);
    expect(others).toEqual([]);
    expect(run?.incomplete).toMatch(/^Incomplete\. This FIT file/);
    expect(run?.incomplete).toMatch(reason);
    expect(run?.track.time.length).toBeGreaterThanOrEqual(atLeast);
    expect(run?.track.time.length).toBeLessThanOrEqual(atMost);
    expect(run?.track.distance[600]).toBeCloseTo(1800, 1);
  });
});

describe('a FIT file is refused with its reason', () => {
  const whole = writeFit(moments.slice(0, 100));

  test.each([
    ['when it is cut off before its first points', whole.slice(0, 80), 'damaged', /ends in the middle/],
    ['when nothing in it makes sense', whole.fill(0xff, 14, -2), 'damaged', /checksum/],
    [
      'when it holds a course',
      encodeFit([
        ['FILE_ID', { type: 'course' }],
        ['RECORD', { heartRate: 99 }],
      ]),
      'no_recording',
      /course/,
    ],
    [
      'when it holds nothing',
      encodeFit([['FILE_ID', { type: 'activity' }]]),
      'no_points',
      /no recorded points/,
    ],
  ])('%s', async (_, bytes, fault, message) => {
    await expect(read(bytes)).rejects.toMatchObject({ fault, message: expect.stringMatching(message) });
  });
});

const fileId = [0x40, 0, 0, 0, 0, 1, 0, 1, 0, 0x00, 4];
const toFitTime = (at: number) => at / 1000 - 631_065_600;
const toBytes = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);

/** Built here, because the encoder does not write this form: one full time, then headers with the last five bits. */
function compressTimestamps(): Uint8Array<ArrayBuffer> {
  const seconds = toFitTime(startTime);
  const first = seconds - (seconds % 32) + 3;
  const full = [0x41, 0, 0, 20, 0, 2, 253, 4, 0x86, 3, 1, 0x02, 0x01, ...toBytes(first), 100];
  const short = [0x42, 0, 0, 20, 0, 1, 3, 1, 0x02];
  const packed = [8, 23, 43].map((offset, index) => [0x80 | (2 << 5) | (offset & 31), 101 + index]);
  return wrapFit([...fileId, ...full, ...short, ...packed.flat()]);
}

/** A hundred meters in thirty seconds; the distance starts again after 256. */
function compressDistances(): Uint8Array<ArrayBuffer> {
  const definition = [0x41, 0, 0, 20, 0, 2, 253, 4, 0x86, 8, 3, 0x0d];
  const records = [0, 1, 2, 3, 4].map((step) => {
    const speed = 333;
    const distance = (step * 100 * 16 + 1000) % 4096;
    const packed = [speed & 255, (speed >> 8) | ((distance & 15) << 4), distance >> 4];
    return [0x01, ...toBytes(toFitTime(startTime) + step * 30), ...packed];
  });
  return wrapFit([...fileId, ...definition, ...records.flat()]);
}

function wrapFit(data: number[]): Uint8Array<ArrayBuffer> {
  const bytes = [12, 16, 0, 0, ...toBytes(data.length), 0x2e, 0x46, 0x49, 0x54, ...data];
  return Uint8Array.from([...bytes, ...crc16(bytes)]);
}

function crc16(bytes: number[]): [number, number] {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return [crc & 255, crc >>> 8];
}
