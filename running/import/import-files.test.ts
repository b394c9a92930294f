import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { collect } from '../../tests/harness/running/collect.ts';
import { recordMoments, startTime } from '../../tests/harness/running/recording.ts';
import { blobOf, writeFit, writeGpx, writeTcx } from '../../tests/harness/running/write-files.ts';
import { writeZip } from '../../tests/harness/running/write-zip.ts';
import type { FileOutcome } from './file-outcome.ts';
import { importFiles, type Progress } from './import-files.ts';

const day = 86_400_000;
const moments = (index: number) => recordMoments(100, 3, startTime + index * day);
const head =
  'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate,Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time,Moving Time,Distance';
const rows = [
  '1,"May 1, 2024, 6:00:00 AM",First,Run,"with ""Anna""",99,0.3,,,,,Blue shoes,activities/1.fit.gz,,,99,99,297',
  '2,"May 2, 2024, 6:00:00 AM",Second,Run,,99,0.3,,,,,,activities/2.gpx,,,99,99,297',
  '3,"May 3, 2024, 6:00:00 AM",To work,Ride,,99,0.3,,,,,,activities/3.fit.gz,,,99,99,297',
  '4,"May 4, 2024, 6:00:00 AM",Typed in,Run,,1800,5,,,,,,,,,1800,1790,5000',
  '5,"May 5, 2024, 6:00:00 AM",Lost,Run,,1800,5,,,,,,activities/5.gpx,,,1800,1790,5000',
  '6,sometime,No date,Run,,1800,5,,,,,,,,,1800,1790,5000',
];
const packed = gzipSync(writeFit(moments(0)));
const exported = writeZip([
  { name: 'activities/1.fit.gz', content: packed },
  { name: 'activities/2.gpx', content: writeGpx(moments(1)) },
  { name: 'activities/3.fit.gz', content: 'not even read' },
  { name: 'activities/6.tcx', content: 'rubbish' },
  { name: 'media/photo.jpg', content: 'a picture' },
  { name: '__MACOSX/activities/._2.gpx', content: 'a shadow' },
  { name: 'activities.csv', content: [head, ...rows].join('\n') },
]);

const read = (files: Record<string, Uint8Array<ArrayBuffer> | string>) =>
  collect(importFiles(Object.entries(files).map(([name, content]) => ({ name, data: blobOf(content) }))));

const brief = (outcome: FileOutcome) => [
  outcome.path,
  outcome.kind === 'run' ? outcome.run.name : `${outcome.kind}: ${outcome.reason}`,
];

describe('a Strava export', () => {
  test('returns its runs, with names and gear, and a reason for everything else', async () => {
    const outcomes = await read({ 'export.zip': exported });
    expect(outcomes.map(brief)).toEqual([
      ['export.zip/activities/1.fit.gz', 'First'],
      ['export.zip/activities/2.gpx', 'Second'],
      ['export.zip/activities/3.fit.gz', 'ignored: This is not a run: “Ride”.'],
      ['export.zip/activities/6.tcx', 'broken: This is not a GPX, TCX or FIT file.'],
      ['export.zip/activities.csv: Typed in', 'Typed in'],
      [
        'export.zip/activities.csv: Lost',
        'broken: The table names activities/5.gpx, which is not in the archive.',
      ],
      ['export.zip/activities.csv: No date', 'broken: The table has no date or no time for this run.'],
    ]);
    expect(outcomes[0]).toMatchObject({ run: { gear: 'Blue shoes', notes: 'with "Anna"', source: 'fit' } });
    expect(outcomes[4]).toMatchObject({
      run: { source: 'strava', stated: { metres: 5000, elapsed: 1800, moving: 1790 } },
    });
  });

  test('returns the original of each run, byte by byte', async () => {
    const [first] = await read({ 'export.zip': exported });
    if (first?.kind !== 'run' || !first.original) throw new Error('no run');
    expect(first.original.name).toBe('1.fit.gz');
    expect(await new Blob([await first.original.open()]).bytes()).toEqual(packed);
  });

  test('that was unpacked and packed again in a folder is understood', async () => {
    const [run] = await read({
      'x.zip': writeZip([
        { name: 'export_1/activities/2.gpx', content: writeGpx(moments(1)) },
        { name: 'export_1/activities.csv', content: `${head}\n${rows[1]}` },
      ]),
    });
    expect(run).toMatchObject({ kind: 'run', run: { name: 'Second' } });
  });

  test('with a broken table still returns its recordings', async () => {
    const outcomes = await read({
      'x.zip': writeZip([
        { name: 'activities/2.gpx', content: writeGpx(moments(1)) },
        { name: 'activities.csv', content: `${head}\n1,"` },
      ]),
    });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['broken', 'run']);
  });
});

describe('many files at once', () => {
  test('of any kind are read, and a broken one does not stop the others', async () => {
    const outcomes = await read({
      'a.gpx': writeGpx(moments(0)),
      'b.fit': writeFit(moments(1)).slice(0, 60),
      'c.tcx': writeTcx(moments(2)),
      'd.zip': exported.slice(0, 900),
      'e.txt': 'Dear diary',
      'ride.fit': writeFit(moments(3), { sport: 'cycling' }),
      'f.dat': writeFit(moments(4)),
    });
    expect(outcomes.map(({ path, kind }) => `${path} ${kind}`)).toEqual([
      'a.gpx run',
      'b.fit broken',
      'c.tcx run',
      'd.zip broken',
      'e.txt broken',
      'ride.fit ignored',
      'f.dat run',
    ]);
  });

  test('report their progress up to the end', async () => {
    const reported: Progress[] = [];
    const files = [
      { name: 'a.zip', data: blobOf(exported) },
      { name: 'b.gpx', data: blobOf(writeGpx(moments(1))) },
    ];
    await collect(importFiles(files, { onProgress: (progress) => reported.push(progress) }));
    const total = files.reduce((sum, { data }) => sum + data.size, 0);
    expect(
      reported.every((each, at) => each.total === total && each.done >= (reported[at - 1]?.done ?? 0)),
    ).toBe(true);
    expect(reported.at(-1)?.done).toBe(total);
  });

  test('stop on abort', async () => {
    const stop = new AbortController();
    const seen: string[] = [];
    const reading = async () => {
      const files = ['a.gpx', 'b.gpx', 'c.gpx'].map((name) => ({ name, data: blobOf(writeGpx(moments(0))) }));
      for await (const { path } of importFiles(files, { signal: stop.signal })) {
        seen.push(path);
        stop.abort(new Error('enough'));
      }
    };
    await expect(reading()).rejects.toThrow('enough');
    expect(seen).toEqual(['a.gpx']);
  });

  test('of one archive may not unpack to more than the sum that is allowed', async () => {
    const files = [{ name: 'a.zip', data: blobOf(exported) }];
    const outcomes = await collect(importFiles(files, { limits: { archiveBytes: 9000 } }));
    expect(outcomes.slice(0, 2)).toMatchObject([{ kind: 'run' }, { kind: 'broken', fault: 'too_large' }]);
  });
});
