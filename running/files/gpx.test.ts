import { describe, expect, test } from 'vitest';
import { recordMoments, startTime } from '../../tests/harness/running/recording.ts';
import { blobOf, writeGpx } from '../../tests/harness/running/write-files.ts';
import { readRunFile } from './read-run-file.ts';

const moments = recordMoments(60);
const read = (text: string) => readRunFile(blobOf(text));

describe('a GPX file', () => {
  test('becomes a run with its points, heart rate and steps', async () => {
    const [run] = await read(writeGpx(moments));
    expect(run).toMatchObject({
      name: 'Morning Run',
      sport: 'run',
      source: 'gpx',
      device: 'Garmin Forerunner 55',
      start: startTime,
    });
    expect(run?.track.time).toHaveLength(60);
    expect(run?.track.time[59]).toBe(59);
    expect(run?.track.latitude[30]).toBeCloseTo(moments[30]?.latitude ?? 0, 6);
    expect(run?.track.elevation[0]).toBeCloseTo(500, 1);
    expect(run?.track.heartRate[5]).toBe(145);
    expect(run?.track.cadence[5]).toBe(170);
  });

  test('has a pause where a segment ends, and none where the next one follows at once', async () => {
    const points = writeGpx([...recordMoments(10), ...recordMoments(10, 3, startTime + 300_000)]);
    const cut = (text: string, at: string) => text.replace(at, `</trkseg><trkseg>${at}`);
    const secondPart = points.indexOf('<trkpt', points.indexOf('06:00:09Z'));
    const paused = `${points.slice(0, secondPart)}</trkseg><trkseg>${points.slice(secondPart)}`;
    const [run] = await read(paused);
    expect(run?.track.breaks).toEqual(Uint32Array.of(10));
    const [lapped] = await read(cut(writeGpx(recordMoments(10)), '<trkpt'));
    expect(lapped?.track.breaks).toHaveLength(0);
  });

  test('may hold several tracks, and several days in one track', async () => {
    const two = writeGpx(moments).replace(
      '</gpx>',
      `${/<trk>.*<\/trk>/s.exec(writeGpx(recordMoments(5, 3, startTime + 9e7)))?.[0]}</gpx>`,
    );
    expect((await read(two)).map(({ track }) => track.time.length)).toEqual([60, 5]);
    const nextDay = writeGpx([...moments, ...recordMoments(30, 3, startTime + 86_400_000)]);
    expect((await read(nextDay)).map(({ track }) => track.time.length)).toEqual([60, 30]);
  });

  test('is sorted when its times are not', async () => {
    const [run] = await read(writeGpx([...moments.slice(30), ...moments.slice(0, 40)]));
    expect([...(run?.track.time ?? [])]).toEqual(Array.from({ length: 60 }, (_, second) => second));
  });

  test('may lack everything but times, and name its times in other ways', async () => {
    const point = (time: string) => `<trkpt lat="1" lon="2"><time>${time}</time></trkpt>`;
    const times = [
      '2024-05-01T08:00:00+02:00',
      '2024-05-01T06:00:01.500Z',
      '2024-05-01 06:00:02',
      ' 2024-05-01T06:00:03Z ',
    ];
    const [run] = await read(`<gpx><trk><trkseg>${times.map(point).join('')}</trkseg></trk></gpx>`);
    expect([...(run?.track.time ?? [])]).toEqual([0, 1.5, 2, 3]);
    expect(run?.track.elevation.every(Number.isNaN)).toBe(true);
    expect(run?.sport).toBe('unknown');
  });

  test('may begin with spaces, as those of Strava do, or be written in UTF-16 or Latin-1', async () => {
    const text = writeGpx(moments, { name: 'Frühsport' });
    expect(await read(`          ${text}`)).toHaveLength(1);
    const wide = Uint8Array.from([
      0xff,
      0xfe,
      ...[...text].flatMap((character) => [character.charCodeAt(0), 0]),
    ]);
    expect((await readRunFile(blobOf(wide)))[0]?.name).toBe('Frühsport');
    const latin = Uint8Array.from(
      [...text.replace('UTF-8', 'ISO-8859-1')].map((character) => character.charCodeAt(0)),
    );
    expect((await readRunFile(blobOf(latin)))[0]?.name).toBe('Frühsport');
  });
});

describe('a GPX file from a less careful program', () => {
  test('may end in the middle: what is there is a run with the reason', async () => {
    const text = writeGpx(moments);
    const [run] = await read(text.slice(0, text.indexOf('<trkpt', text.indexOf('06:00:30Z')) + 20));
    expect(run?.track.time).toHaveLength(31);
    expect(run?.incomplete).toBe('Incomplete. This is not valid XML: it ends in the middle.');
    expect((await read(text))[0]?.incomplete).toBeUndefined();
  });

  test('may have commas in its numbers', async () => {
    const comma = writeGpx(moments).replaceAll(/(?<=(lat="|lon="|<ele>)\d+)\./g, ',');
    expect(comma).toContain('lat="48,2');
    expect(await read(comma)).toEqual(await read(writeGpx(moments)));
  });

  test('may state its totals, as those of running_page do', async () => {
    const totals = `<extensions>
      <distance>5012.5</distance><average_hr>151.0</average_hr><average_speed>2.7</average_speed>
      <start_time>2024-05-01T06:00:00+00:00</start_time><end_time>2024-05-01T06:31:00+00:00</end_time>
      <moving_time>1790.0</moving_time><elapsed_time>1860.0</elapsed_time></extensions>`;
    const stated = { metres: 5012.5, elapsed: 1860, moving: 1790, gain: undefined, heartRate: 151 };
    const treadmill = `<gpx>${totals}<trk><name>Gym</name><type>treadmill_running</type><trkseg/></trk></gpx>`;
    expect(await read(treadmill)).toMatchObject([{ name: 'Gym', sport: 'run', start: startTime, stated }]);
    const outside = writeGpx(moments).replace(/<metadata>/, `${totals}<metadata>`);
    expect(await read(outside)).toMatchObject([{ start: startTime, stated }]);
  });

  test('may be UTF-16 without saying so', async () => {
    const text = writeGpx(moments, { name: 'Frühsport' });
    for (const isLittle of [true, false]) {
      const wide = [...text].flatMap((character) => {
        const pair = [character.charCodeAt(0), 0];
        return isLittle ? pair : pair.toReversed();
      });
      expect((await readRunFile(blobOf(Uint8Array.from(wide))))[0]?.name).toBe('Frühsport');
    }
  });
});

describe('a GPX file is refused with its reason', () => {
  test.each([
    ['a planned route', '<gpx><rte><rtept lat="1" lon="2"/></rte></gpx>', 'no_times', /planned route/],
    [
      'a track without times',
      '<gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>',
      'no_times',
      /no times/,
    ],
    ['an empty track', '<gpx><trk/></gpx>', 'no_points', /no recorded points/],
    ['other XML', '<kml/>', 'unknown_format', /neither GPX nor TCX/],
    ['an unknown alphabet', '<?xml version="1.0" encoding="klingon"?><gpx/>', 'unsupported', /klingon/],
    ['a file that ends in its first point', writeGpx(moments).slice(0, 500), 'damaged', /ends in the middle/],
    ['only waypoints', '<gpx><wpt lat="1" lon="2"/></gpx>', 'no_points', /waypoints/],
    [
      'positions that cannot be read',
      '<gpx><trk><trkseg><trkpt lat="48°N" lon="11°E"><time>2024-05-01T06:00:00Z</time></trkpt></trkseg></trk></gpx>',
      'damaged',
      /48°N/,
    ],
    ['a page in another format', 'Dear diary', 'unknown_format', /not a GPX, TCX or FIT file/],
    ['nothing', '', 'damaged', /empty/],
  ])('%s', async (_, text, fault, message) => {
    await expect(read(text)).rejects.toMatchObject({ fault, message: expect.stringMatching(message) });
  });

  test('too many points', async () => {
    const reading = readRunFile(blobOf(writeGpx(moments)), { limits: { points: 50 } });
    await expect(reading).rejects.toMatchObject({ fault: 'too_large' });
  });
});
