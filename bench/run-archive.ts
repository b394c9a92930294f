import { writeFile } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { createPlane } from '../running/analysis/geometry.ts';
import { createRandom } from '../running/samples/random.ts';
import { type Moment, somewhere } from '../tests/harness/running/recording.ts';
import { writeGpx, writeTcx } from '../tests/harness/running/write-files.ts';
import { writePlainFit } from './plain-fit.ts';

const seconds = 3600;
const firstRun = Date.parse('2022-01-01T06:00:00Z');
const day = 86_400_000;

/** An hour through a town at about three meters a second, with GPS noise and heart rate. */
export function recordHour(index: number): Moment[] {
  const random = createRandom(index + 1);
  const plane = createPlane(somewhere);
  let direction = random() * 2 * Math.PI;
  let [east, north, drift] = [random() * 2000, random() * 2000, 0];
  return Array.from({ length: seconds }, (_, second) => {
    // A corner now and then, otherwise a street that is not quite straight.
    direction += second % 120 === 0 ? (random() - 0.5) * 3 : (random() - 0.5) * 0.05;
    const speed = 3 + 0.4 * Math.sin(second / 90) + (random() - 0.5) * 0.3;
    east += Math.cos(direction) * speed;
    north += Math.sin(direction) * speed;
    drift = drift * 0.95 + (random() - 0.5) * 0.6;
    return {
      at: firstRun + index * day + second * 1000,
      ...plane.toPosition(east + drift, north - drift),
      elevation: 500 + 25 * Math.sin(east / 400) + random(),
      heartRate: Math.round(140 + 15 * Math.sin(second / 200) + random() * 4),
    };
  });
}

/** Writes an export as Strava packs them: of ten runs six are FIT and two TCX, each in gzip, and two GPX. */
export async function writeRunArchive(file: string, runs: number): Promise<{ bytes: number }> {
  const parts: Parameters<typeof zipSync>[0] = {};
  for (let index = 0; index < runs; index += 1) {
    // Yields, so that the measurement can be aborted in between.
    await yieldToEventLoop();
    const moments = recordHour(index);
    const kind = index % 5;
    if (kind === 0) {
      const text = new TextEncoder().encode(writeGpx(moments, { name: `Run ${index}` }));
      parts[`activities/${index}.gpx`] = [text, { level: 6 }];
    } else {
      const content = kind === 1 ? writeTcx(moments) : writePlainFit(moments);
      const extension = kind === 1 ? 'tcx' : 'fit';
      parts[`activities/${index}.${extension}.gz`] = [gzipSync(content), { level: 0 }];
    }
  }
  const archive = zipSync(parts);
  await writeFile(file, archive);
  return { bytes: archive.length };
}
