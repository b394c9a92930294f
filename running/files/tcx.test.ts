import { describe, expect, test } from 'vitest';
import { recordMoments, startTime } from '../../tests/harness/running/recording.ts';
import { blobOf, writeTcx } from '../../tests/harness/running/write-files.ts';
import { readRunFile } from './read-run-file.ts';

const read = (text: string) => readRunFile(blobOf(text));

describe('a TCX file', () => {
  test('becomes a run with its laps, meters, notes and device', async () => {
    const [run] = await read(writeTcx(recordMoments(61)));
    expect(run).toMatchObject({
      sport: 'run',
      source: 'tcx',
      device: 'Forerunner 245',
      notes: 'felt good',
      start: startTime,
      laps: [{ start: 0, time: 60, metres: 180 }],
      stated: { metres: 180, elapsed: 60 },
    });
    expect(run?.track.distance[60]).toBe(180);
    expect(run?.track.heartRate[3]).toBe(143);
    expect(run?.track.cadence[3]).toBe(172);
  });

  test('of a treadmill has no points, only the sums of its laps', async () => {
    const text = writeTcx(recordMoments(61)).replace(/<Track>.*<\/Track>/s, '');
    const [run] = await read(text);
    expect(run?.track.time).toHaveLength(0);
    expect(run?.stated).toMatchObject({ metres: 180, elapsed: 60, moving: 60 });
  });

  test('of a ride is recognized', async () => {
    const [ride] = await read(writeTcx(recordMoments(5), { sport: 'Biking' }));
    expect(ride).toMatchObject({ sport: 'other', sportName: 'Biking' });
  });

  test('of a planned course is refused', async () => {
    const course =
      '<TrainingCenterDatabase><Courses><Course><Name>x</Name></Course></Courses></TrainingCenterDatabase>';
    await expect(read(course)).rejects.toMatchObject({ fault: 'no_times' });
  });
});
