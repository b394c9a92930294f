import { describe, expect, test } from 'vitest';
import { collect } from '../../tests/harness/running/collect.ts';
import { recordMoments, startTime } from '../../tests/harness/running/recording.ts';
import { blobOf, encodeFit, writeFit, writeGpx } from '../../tests/harness/running/write-files.ts';
import { writeZip } from '../../tests/harness/running/write-zip.ts';
import { analyseRun } from '../analysis/analyse-run.ts';
import type { FileOutcome } from './file-outcome.ts';
import { importFiles, type Progress } from './import-files.ts';

const day = 86_400_000;
const moments = (index: number) => recordMoments(100, 3, startTime + index * day);

const read = (content: Uint8Array<ArrayBuffer>, onProgress?: (progress: Progress) => void) =>
  collect(
    importFiles([{ name: 'export.zip', data: blobOf(content) }], { ...(onProgress && { onProgress }) }),
  );

const brief = (outcome: FileOutcome) => [
  outcome.path.slice('export.zip/'.length),
  outcome.kind === 'run' ? outcome.run.name : `${outcome.kind}: ${outcome.reason}`,
];
const runsOf = (outcomes: readonly FileOutcome[]) =>
  outcomes.flatMap((outcome) => (outcome.kind === 'run' ? [outcome.run] : []));

describe('a Garmin export', () => {
  const activity = (index: number, fields: object) => ({
    activityId: index,
    activityType: 'running',
    sportType: 'RUNNING',
    beginTimestamp: startTime + index * day,
    startTimeLocal: startTime + index * day + 7_200_000,
    duration: 99_000,
    distance: 29_700,
    ...fields,
  });
  const list = [
    {
      summarizedActivitiesExport: [
        activity(0, { name: 'Around the lake', description: 'with Anna' }),
        activity(1, { name: 'To work', activityType: 'cycling' }),
        activity(2, { name: 'Gym', activityType: 'treadmill_running' }),
        activity(3, {
          name: 'Typed in',
          duration: 1_790_000,
          elapsedDuration: 1_800_000,
          distance: 500_000,
          avgHr: 150,
        }),
        activity(4, { name: 'Sunday swim', activityType: 'open_water_swimming' }),
        activity(5, { name: 'Triathlon', activityType: 'multi_sport', parent: true }),
        { name: 'without a time' },
      ],
    },
  ];
  const night = encodeFit([
    ['FILE_ID', { type: 'monitoringB' }],
    ['RECORD', { heartRate: 50 }],
  ]);
  const inner = writeZip([
    { name: 'ann@example.com_1.fit', content: writeFit(moments(0)) },
    { name: 'ann@example.com_2.fit', content: writeFit(moments(1), { sport: 'cycling' }) },
    { name: 'ann@example.com_3.fit', content: writeFit(moments(2), { sport: 'training' }) },
    { name: 'ann@example.com_4.fit', content: night },
    { name: 'ann@example.com_5.fit', content: 'rubbish' },
  ]);
  const exported = writeZip([
    { name: 'DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip', content: inner },
    { name: 'DI_CONNECT/DI-Connect-Fitness/ann_0_summarizedActivities.json', content: JSON.stringify(list) },
    { name: 'customer_data/customer.json', content: '{}' },
  ]);
  const files = 'DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip';
  const json = 'DI_CONNECT/DI-Connect-Fitness/ann_0_summarizedActivities.json';

  test('has its runs in an archive of its own, with their names, and those without a recording', async () => {
    const outcomes = await read(exported);
    expect(outcomes.map(brief)).toEqual([
      [`${files}/ann@example.com_1.fit`, 'Around the lake'],
      [`${files}/ann@example.com_2.fit`, 'ignored: This is not a run: “cycling”.'],
      [`${files}/ann@example.com_3.fit`, 'Gym'],
      [`${files}/ann@example.com_5.fit`, 'broken: This is not a GPX, TCX or FIT file.'],
      [`${json}: Typed in`, 'Typed in'],
      [`${json}: Sunday swim`, 'ignored: This is not a run: “open_water_swimming”.'],
    ]);
    const [first, , typed] = runsOf(outcomes);
    expect(first).toMatchObject({ notes: 'with Anna', sport: 'run', source: 'fit' });
    expect(typed).toMatchObject({
      source: 'garmin',
      start: startTime + 3 * day,
      utcOffset: 120,
      stated: { metres: 5000, elapsed: 1800, moving: 1790, heartRate: 150 },
    });
  });

  test('offers the file of a run in it, and reads what is no run when it is chosen', async () => {
    const [first, ride] = await read(exported);
    const original = first?.kind === 'run' ? await first.original?.open() : undefined;
    expect(original).toEqual(writeFit(moments(0)));
    expect(ride?.kind === 'ignored' && (await ride.read()).name).toBe('To work');
  });

  test('with a broken list still returns its recordings', async () => {
    const parts = [
      { name: 'x_summarizedActivities.json', content: '[{' },
      { name: '1.fit', content: writeFit(moments(0)) },
    ];
    expect((await read(writeZip(parts))).map(({ kind }) => kind)).toEqual(['broken', 'run']);
  });

  test('an archive inside an archive inside an archive is reported', async () => {
    const outcomes = await read(
      writeZip([{ name: 'a.zip', content: writeZip([{ name: 'b.zip', content: inner }]) }]),
    );
    expect(outcomes).toMatchObject([
      { kind: 'broken', path: 'export.zip/a.zip/b.zip', fault: 'unsupported' },
    ]);
  });
});

describe('an Apple Health export', () => {
  const date = (at: number) =>
    new Date(at + 7_200_000).toISOString().replace('T', ' ').replace('.000Z', ' +0200');
  const workout = (index: number, type: string, inside: string, attributes = '') => {
    const from = startTime + index * day;
    return `<Workout workoutActivityType="HKWorkoutActivityType${type}" duration="1.5" durationUnit="min" sourceName="Ann’s Watch" startDate="${date(from)}" endDate="${date(from + 99_000)}"${attributes}>${inside}</Workout>`;
  };
  const route = (name: string) =>
    `<WorkoutRoute><FileReference path="/workout-routes/${name}"/></WorkoutRoute>`;
  const beat = (second: number, rate: number) =>
    `<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="${date(startTime + second * 1000)}" endDate="${date(startTime + second * 1000)}" value="${rate}"/>`;
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
<!ATTLIST HealthData locale CDATA #REQUIRED>
]>
<HealthData locale="de_DE">
 ${beat(90, 170)}${beat(-900, 60)}${beat(0, 120)}${beat(30, 150)}${beat(9000, 61)}
 <Record type="HKQuantityTypeIdentifierStepCount" startDate="${date(startTime)}" value="112"/>
 ${workout(0, 'Running', `${route('a.gpx')}<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="0.297" unit="km"/>`)}
 ${workout(1, 'Cycling', route('b.gpx'))}
 ${workout(2, 'Running', '<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="151.2" unit="count/min"/>', ' totalDistance="3.1" totalDistanceUnit="mi"')}
 ${workout(3, 'Yoga', '')}
</HealthData>`;
  const gpx = (index: number) =>
    writeGpx(moments(index), { name: 'Route 2024-05-01 8:00am', type: '' }).replaceAll(
      /<extensions>.*?<\/extensions>/gs,
      '',
    );
  const exported = writeZip([
    { name: 'apple_health_export/workout-routes/a.gpx', content: gpx(0) },
    { name: 'apple_health_export/workout-routes/b.gpx', content: gpx(1) },
    { name: 'apple_health_export/Exportieren.xml', content: document },
    { name: 'apple_health_export/export_cda.xml', content: '<ClinicalDocument/>' },
  ]);

  test('has its routes with their sports and beats, and workouts without a route', async () => {
    const outcomes = await read(exported);
    const xml = 'apple_health_export/Exportieren.xml';
    expect(outcomes.map(brief)).toEqual([
      ['apple_health_export/workout-routes/a.gpx', ''],
      ['apple_health_export/workout-routes/b.gpx', 'ignored: This is not a run: “Cycling”.'],
      [`${xml}: Running`, ''],
      [`${xml}: Yoga`, 'ignored: This is not a run: “Yoga”.'],
    ]);
    const [first, indoor] = runsOf(outcomes);
    expect(first).toMatchObject({
      sport: 'run',
      source: 'gpx',
      start: startTime,
      utcOffset: 120,
      device: 'Ann’s Watch',
    });
    expect(first?.track.time).toHaveLength(100);
    expect([0, 5, 15, 25, 35, 60, 85].map((second) => first?.track.heartRate[second])).toEqual([
      120, 120, 0, 150, 150, 0, 170,
    ]);
    expect(indoor).toMatchObject({
      source: 'apple',
      start: startTime + 2 * day,
      stated: { elapsed: 99, moving: 90, heartRate: 151.2 },
    });
    expect(indoor && analyseRun(indoor).totals.metres).toBeCloseTo(3.1 * 1609.344, 3);
  });

  test('shows how far it has been read', async () => {
    const told: Progress[] = [];
    await read(exported, (progress) => told.push(progress));
    expect(told.some(({ path, done }) => path.endsWith('Exportieren.xml') && done > 0)).toBe(true);
    expect(told.at(-1)?.done).toBe(exported.length);
    expect(told.every(({ done }, index) => done >= (told[index - 1]?.done ?? 0))).toBe(true);
  });

  test('is refused when its document defines entities', async () => {
    const hostile = document.replace('<!ELEMENT', '<!ENTITY a "b"><!ELEMENT');
    const outcomes = await read(writeZip([{ name: 'apple_health_export/export.xml', content: hostile }]));
    expect(outcomes).toMatchObject([{ kind: 'broken', fault: 'forbidden' }]);
  });
});
