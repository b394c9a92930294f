/** Short enough for a progress bar, long enough that rendering it costs little beside the work. */
const intervalMs = 200;

export interface ProgressStep {
  done: number;
  total: number;
  phase: 'runs' | 'files';
}

/** Throttles progress reports: passes on the first and the last step of each phase, and at most five a second in between. */
export function throttleProgress(report: (step: ProgressStep) => void): (step: ProgressStep) => void {
  let lastPhase: ProgressStep['phase'] | undefined;
  let reportedAt = 0;
  return (step) => {
    const now = performance.now();
    if (step.phase === lastPhase && step.done < step.total && now - reportedAt < intervalMs) return;
    lastPhase = step.phase;
    reportedAt = now;
    report(step);
  };
}
