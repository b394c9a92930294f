import { analyseRun } from '../../../running/analysis/analyse-run.ts';
import type { RunSummary } from '../../../running/analysis/summarise-run.ts';
import type { RunEntry, RunSource } from '../run-source.ts';
import type { SampleAnswer, SampleQuestion } from './sample-messages.ts';

export function isSampleId(id: string): boolean {
  return /^sample-\d+$/.test(id);
}

/** Runs that nobody ran. They end today, so that this week and this month have something to show. */
export function createSampleSource(until: string): RunSource {
  let listed: Promise<{ entries: RunEntry[]; outlines: Map<string, string> }> | undefined;
  const readList = () => {
    listed ??= askWorker({ until }).then(({ list = [] }) => ({
      entries: list.map(toEntry),
      outlines: new Map(list.map(({ id, outline }) => [id, outline])),
    }));
    // A failure is not kept: the next call tries again.
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
      if (!isSampleId(id)) return undefined;
      const [{ run }, { entries }] = await Promise.all([
        askWorker({ until, open: Number(id.slice('sample-'.length)) }),
        readList(),
      ]);
      const entry = entries.find((each) => each.id === id);
      return run && entry ? { entry, run, analysis: analyseRun(run) } : undefined;
    },
  };
}

function toEntry(summary: RunSummary & { id: string }): RunEntry {
  const { id, name, start, utcOffset, day, metres, elapsed, moving, gain } = summary;
  const { averageHeartRate, averageCadence, gear, source, hasRoute, efforts } = summary;
  return {
    ...{ id, name, start, utcOffset, day, metres, elapsed, moving, gain },
    ...{ averageHeartRate, averageCadence, gear, source, hasRoute, efforts },
    isPublic: false,
  };
}

/** One worker for one question: they are rare, and nothing stays behind. */
function askWorker(question: SampleQuestion): Promise<SampleAnswer> {
  const worker = new Worker(new URL('./sample-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<SampleAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<SampleAnswer>) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message || 'The sample runs could not be made.'));
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}
