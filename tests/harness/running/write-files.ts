import { Encoder, Profile } from '@garmin/fitsdk';
import type { Moment } from './recording.ts';

const iso = (at: number) => new Date(at).toISOString().replace('.000Z', 'Z');

/** GPX as Garmin and Strava write it. */
export function writeGpx(
  moments: readonly Moment[],
  { name = 'Morning Run', type = 'running' } = {},
): string {
  const points = moments.map(
    ({
      at,
      latitude,
      longitude,
      elevation,
      heartRate,
    }) => `   <trkpt lat="${latitude.toFixed(7)}" lon="${longitude.toFixed(7)}">
    <ele>${elevation.toFixed(1)}</ele>
    <time>${iso(at)}</time>
    <extensions>
     <gpxtpx:TrackPointExtension>
      <gpxtpx:hr>${heartRate}</gpxtpx:hr>
      <gpxtpx:cad>85</gpxtpx:cad>
     </gpxtpx:TrackPointExtension>
    </extensions>
   </trkpt>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx creator="Garmin Forerunner 55" version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
 <metadata><time>${iso(moments[0]?.at ?? 0)}</time></metadata>
 <trk>
  <name>${name}</name>
  <type>${type}</type>
  <trkseg>
${points.join('\n')}
  </trkseg>
 </trk>
</gpx>
`;
}

/** TCX with one lap; the meters are those of a runner at `speed`. */
export function writeTcx(moments: readonly Moment[], { sport = 'Running', speed = 3 } = {}): string {
  const points = moments.map(
    ({ at, latitude, longitude, elevation, heartRate }, second) => `<Trackpoint><Time>${iso(at)}</Time>
      <Position><LatitudeDegrees>${latitude}</LatitudeDegrees><LongitudeDegrees>${longitude}</LongitudeDegrees></Position>
      <AltitudeMeters>${elevation}</AltitudeMeters><DistanceMeters>${second * speed}</DistanceMeters>
      <HeartRateBpm><Value>${heartRate}</Value></HeartRateBpm>
      <Extensions><ns3:TPX><ns3:Speed>${speed}</ns3:Speed><ns3:RunCadence>86</ns3:RunCadence></ns3:TPX></Extensions></Trackpoint>`,
  );
  const first = iso(moments[0]?.at ?? 0);
  return `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">
 <Activities><Activity Sport="${sport}"><Id>${first}</Id>
  <Lap StartTime="${first}"><TotalTimeSeconds>${moments.length - 1}</TotalTimeSeconds><DistanceMeters>${(moments.length - 1) * speed}</DistanceMeters>
   <Track>${points.join('\n')}</Track></Lap>
  <Notes>felt good</Notes>
  <Creator><Name>Forerunner 245</Name></Creator></Activity></Activities>
</TrainingCenterDatabase>
`;
}

type Message = Record<string, unknown>;

/** FIT by the SDK's own encoder; messages in the order given, named as in the profile. */
export function encodeFit(
  messages: readonly (readonly [keyof typeof Profile.MesgNum, Message])[],
): Uint8Array<ArrayBuffer> {
  const encoder = new Encoder();
  for (const [name, message] of messages) encoder.onMesg(Profile.MesgNum[name] ?? -1, message);
  return Uint8Array.from(encoder.close());
}

const semicircles = 2 ** 31 / 180;

export function fitRecords(moments: readonly Moment[], speed = 3): [string, Message][] {
  return moments.map(({ at, latitude, longitude, elevation, heartRate }, second) => [
    'RECORD',
    {
      timestamp: new Date(at),
      positionLat: Math.round(latitude * semicircles),
      positionLong: Math.round(longitude * semicircles),
      enhancedAltitude: elevation,
      distance: second * speed,
      heartRate,
      cadence: 85,
      fractionalCadence: 0.5,
      temperature: 19,
      power: 250,
    },
  ]);
}

/** A whole activity of one session, as a watch writes it. */
export function writeFit(
  moments: readonly Moment[],
  { sport = 'running', speed = 3 } = {},
): Uint8Array<ArrayBuffer> {
  const start = new Date(moments[0]?.at ?? 0);
  const end = new Date(moments.at(-1)?.at ?? 0);
  const seconds = (end.getTime() - start.getTime()) / 1000;
  const sums = { totalElapsedTime: seconds, totalTimerTime: seconds, totalDistance: seconds * speed };
  return encodeFit([
    ['FILE_ID', { type: 'activity', manufacturer: 'garmin', product: 3113, timeCreated: start }],
    ['EVENT', { timestamp: start, event: 'timer', eventType: 'start' }],
    ...fitRecords(moments, speed),
    ['LAP', { timestamp: end, startTime: start, ...sums }],
    ['SESSION', { timestamp: end, startTime: start, sport, ...sums, totalAscent: 12 }],
    [
      'ACTIVITY',
      { timestamp: end, localTimestamp: end.getTime() / 1000 - 631_065_600 + 7200, numSessions: 1 },
    ],
  ]);
}

export function blobOf(content: string | Uint8Array<ArrayBuffer>): Blob {
  return new Blob([content]);
}
