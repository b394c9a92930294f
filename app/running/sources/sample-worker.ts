/** Makes the sample runs in a worker: a year of them takes half a second, which would block the page. */
import { analyseRun, type RunAnalysis } from '../../../running/analysis/analyse-run.ts';
import { summariseRun } from '../../../running/analysis/summarise-run.ts';
import { drawOutline } from '../../../running/drawing/draw-outline.ts';
import { buffersOf, type Run } from '../../../running/run.ts';
import { createSampleRun, createSampleRuns, sampleWeeks } from '../../../running/samples/sample-runs.ts';
import type { ListedSample, SampleReply, SampleRequest } from './sample-messages.ts';

const zero = () => 0;

self.addEventListener('message', ({ data }: MessageEvent<SampleRequest>) => {
  if ('day' in data) {
    const run = createSampleRun(data.day);
    if (!run) return answer({});
    const analysis = analyseRun(run);
    answer({ opened: { run, analysis, listed: toListed(run, analysis) } }, buffersOf(run));
  } else {
    const runs = createSampleRuns({ until: data.until, weeks: sampleWeeks });
    answer({ list: runs.map((run) => toListed(run, analyseRun(run))).reverse() });
  }
});

/** There is at most one sample a day, so the day is its id. */
function toListed(run: Run, analysis: RunAnalysis): ListedSample {
  const summary = summariseRun(run, { analysis, offsetAt: zero });
  return { id: `sample-${summary.day}`, outline: drawOutline(run.track, analysis), ...summary };
}

function answer(message: SampleReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
