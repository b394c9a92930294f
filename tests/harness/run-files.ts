/** Files of runs as watches and Strava write them, for tests that import them in a browser. */
import { gzipSync } from 'node:zlib';
import { createPlane } from '../../running/analysis/geometry.ts';
import { type Moment, somewhere } from './running/recording.ts';
import { writeFit, writeGpx, writeTcx } from './running/write-files.ts';
import { writeZip } from './running/write-zip.ts';

/** What Playwright's file chooser takes. */
export interface RunFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const speed = 3;

/** Two kilometers out from home and back again, drifting to the other side of the street, a moment a second. */
export function runFromHome(day: string, seconds = 1400): Moment[] {
  const plane = createPlane(somewhere);
  const start = Date.parse(`${day}T06:00:00Z`);
  return Array.from({ length: seconds }, (_, second) => {
    const way = second * speed;
    const turn = (seconds * speed) / 2;
    const north = way <= turn ? way : 2 * turn - way;
    const east = 60 * Math.sin(north / 160) + (25 * way) / turn;
    return {
      at: start + second * 1000,
      ...plane.toPosition(east, north),
      elevation: 500 + 20 * Math.sin(north / 500),
      heartRate: 120 + Math.round((50 * second) / seconds),
    };
  });
}

export function asFile(name: string, content: string | Uint8Array): RunFile {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) };
}

export function gpxFile(name: string, day: string, title = 'Morning Run'): RunFile {
  return asFile(name, writeGpx(runFromHome(day), { name: title }));
}

/** For a new user: a run that is imported again later, and a poor recording of which the watch has more data. */
export function firstFiles(): RunFile[] {
  return [
    gpxFile('river.gpx', '2026-03-01', 'Along the river'),
    asFile('phone.gpx', writeGpx(runFromHome('2026-03-05'), { name: 'By phone' })),
  ];
}

/** After firstFiles: each kind of file, and each kind of error. Two are new, and one is richer than the stored run. */
export function everyKindOfFile(): RunFile[] {
  return [
    gpxFile('river.gpx', '2026-03-01', 'Along the river'),
    asFile('hills.tcx', writeTcx(runFromHome('2026-03-03'), { speed })),
    gpxFile('hills-again.gpx', '2026-03-03'),
    asFile('watch.fit', writeFit(runFromHome('2026-03-05'), { speed })),
    asFile('packed.gpx.gz', gzipSync(writeGpx(runFromHome('2026-03-07'), { name: 'Packed' }))),
    asFile('ride.gpx', writeGpx(runFromHome('2026-03-08'), { type: 'cycling' })),
    asFile('broken.fit', writeFit(runFromHome('2026-03-09')).slice(0, 120)),
    asFile('photo.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4])),
  ];
}

/** Files about which the user decides: a vague sport, a watch without a date, a ride, and one that was cut off. */
export function doubtfulFiles(): RunFile[] {
  return [
    asFile('gym.fit', writeFit(runFromHome('2026-05-03'), { sport: 'training', speed })),
    asFile('old-watch.fit', writeFit(runFromHome('1989-12-31'), { speed })),
    asFile('ride.gpx', writeGpx(runFromHome('2026-05-04'), { type: 'cycling', name: 'To the lake' })),
    asFile('cut.fit', writeFit(runFromHome('2026-05-05'), { speed }).slice(0, 20_000)),
  ];
}

/** A whole export: two recordings, a ride, a broken one, and a run that was typed in by hand. */
export function stravaExport(): RunFile {
  const table = [
    'Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Activity Gear,Filename,Moving Time',
    '1,"Apr 1, 2026, 6:00:00 AM",Commute to work,Run,Wet,1399,4.19,Blue shoes,activities/1.fit.gz,1399',
    '2,"Apr 2, 2026, 6:00:00 AM",Around the lake,Run,,1399,4.19,Blue shoes,activities/2.gpx,1399',
    '3,"Apr 3, 2026, 6:00:00 AM",To the shops,Ride,,900,5.00,,activities/3.gpx,900',
    '4,"Apr 4, 2026, 6:00:00 AM",Half a file,Run,,900,3.00,,activities/4.gpx,900',
    '5,"Apr 5, 2026, 5:00:00 PM",Treadmill,Run,,1800,5.00,,,1800',
  ].join('\n');
  return asFile(
    'export.zip',
    writeZip([
      { name: 'activities.csv', content: table },
      { name: 'activities/1.fit.gz', content: gzipSync(writeFit(runFromHome('2026-04-01'), { speed })) },
      { name: 'activities/2.gpx', content: writeGpx(runFromHome('2026-04-02')) },
      { name: 'activities/3.gpx', content: writeGpx(runFromHome('2026-04-03')) },
      { name: 'activities/4.gpx', content: '<gpx><trk><trkseg><trkpt lat="1"' },
      { name: 'media/photo.jpg', content: 'not a run' },
    ]),
  );
}

/** Recordings in an archive of their own, and a list with names, one of them without a recording. */
export function garminExport(): RunFile {
  const activity = (day: string, fields: object) => ({
    activityType: 'running',
    beginTimestamp: Date.parse(`${day}T06:00:00Z`),
    startTimeLocal: Date.parse(`${day}T08:00:00Z`),
    duration: 1_399_000,
    distance: 419_700,
    ...fields,
  });
  const list = [
    activity('2026-04-11', { name: 'Over the bridge' }),
    activity('2026-04-12', { name: 'Typed in', duration: 1_800_000, distance: 500_000 }),
  ];
  const recordings = writeZip([
    { name: 'ann_1.fit', content: writeFit(runFromHome('2026-04-11'), { speed }) },
    { name: 'ann_2.fit', content: writeFit(runFromHome('2026-04-13'), { speed, sport: 'cycling' }) },
  ]);
  return asFile(
    'garmin.zip',
    writeZip([
      { name: 'DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip', content: recordings },
      {
        name: 'DI_CONNECT/DI-Connect-Fitness/ann_0_summarizedActivities.json',
        content: JSON.stringify([{ summarizedActivitiesExport: list }]),
      },
    ]),
  );
}

/** A run with its route and its beats in different files, and yoga. */
export function appleHealthExport(): RunFile {
  const date = (minute: number) => `2026-04-21 08:${String(minute).padStart(2, '0')}:00 +0200`;
  const workout = (type: string, inside = '') =>
    `<Workout workoutActivityType="HKWorkoutActivityType${type}" sourceName="Watch" startDate="${date(0)}" endDate="${date(24)}">${inside}</Workout>`;
  const beats = Array.from(
    { length: 24 },
    (_, minute) =>
      `<Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="${date(minute)}" endDate="${date(minute)}" value="${140 + minute}"/>`,
  );
  const route = '<WorkoutRoute><FileReference path="/workout-routes/route.gpx"/></WorkoutRoute>';
  const gpx = writeGpx(runFromHome('2026-04-21'), { name: 'Route 2026-04-21', type: '' });
  return asFile(
    'export.zip',
    writeZip([
      {
        name: 'apple_health_export/workout-routes/route.gpx',
        content: gpx.replaceAll(/<extensions>.*?<\/extensions>/gs, ''),
      },
      {
        name: 'apple_health_export/export.xml',
        content: `<?xml version="1.0"?><HealthData>${beats.join('')}${workout('Running', route)}${workout('Yoga')}</HealthData>`,
      },
    ]),
  );
}
