import type { RunEntry, RunSource } from '../run-source.ts';
import { dayOfSample } from './is-id.ts';
import type { ListedSample, SampleReply, SampleRequest } from './sample-messages.ts';

/** Generated sample runs. They end today, so that this week and this month have some. */
export function createSampleSource(until: string): RunSource {
  let listed: Promise<{ entries: RunEntry[]; outlines: Map<string, string> }> | undefined;
  const readList = () => {
    listed ??= askWorker({ until }).then(({ list = [] }) => ({
      entries: list.map(toEntry),
      outlines: new Map(list.map(({ id, outline }) => [id, outline])),
    }));
    // A failure is not cached: the next call tries again.
    listed.catch(() => {
      listed = undefined;
    });
    return listed;
  };
  return {
    kind: 'samples',
    list: async () => (await readList()).entries,
    async outlines(ids) {
      const { outlines } = await readList();
      return new Map(ids.flatMap((id) => (outlines.get(id) ? [[id, outlines.get(id) ?? '']] : [])));
    },
    async open(id) {
      const day = dayOfSample(id);
      // There are no runs in the future.
      if (day === undefined || day > until) return undefined;
      const { opened } = await askWorker({ day });
      if (!opened) return undefined;
      const { run, analysis, listed } = opened;
      return { entry: toEntry(listed), run, analysis };
    },
  };
}

function toEntry(summary: ListedSample): RunEntry {
  const { id, name, start, utcOffset, day, metres, elapsed, moving, gain } = summary;
  const { averageHeartRate, highestHeartRate, averageCadence, gear, source, hasRoute, efforts } = summary;
  return {
    ...{ id, name, start, utcOffset, day, metres, elapsed, moving, gain },
    ...{ averageHeartRate, highestHeartRate, averageCadence, gear, source, hasRoute, efforts },
    isPublic: false,
  };
}

/** One worker for each request: requests are rare, and the worker ends with its answer. */
function askWorker(question: SampleRequest): Promise<SampleReply> {
  const worker = new Worker(new URL('./sample-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SampleReply>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SampleReply>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'The sample runs could not be made.'));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
