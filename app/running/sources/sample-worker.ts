/** Makes the sample runs beside the page: a year of them is half a second's work, which nobody should wait for. */
import { analyseRun } from '../../../running/analysis/analyse-run.ts';
import { summariseRun } from '../../../running/analysis/summarise-run.ts';
import { drawOutline } from '../../../running/drawing/draw-outline.ts';
import { buffersOf, type Run } from '../../../running/run.ts';
import { createSampleRuns } from '../../../running/samples/sample-runs.ts';
import type { SampleAnswer, SampleQuestion } from './sample-messages.ts';

/** More than a year, so that there is something to compare it with. */
const weeks = 58;
const zero = () => 0;

self.addEventListener('message', ({ data }: MessageEvent<SampleQuestion>) => {
  // Made anew for each question, always the same for a day: the number of a run is its place among them, oldest first.
  const runs = createSampleRuns({ until: data.until, weeks });
  if (data.open !== undefined) {
    const run = runs[data.open];
    answer({ run }, run ? buffersOf(run) : []);
  } else answer({ list: runs.map(toListed).reverse() });
});

function toListed(run: Run, index: number): NonNullable<SampleAnswer['list']>[number] {
  const analysis = analyseRun(run);
  return {
    id: `sample-${index}`,
    outline: drawOutline(run.track, analysis),
    ...summariseRun(run, { analysis, offsetAt: zero }),
  };
}

function answer(message: SampleAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}
