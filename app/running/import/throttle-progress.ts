/** Often enough for a bar, seldom enough that drawing it costs nothing beside the work. */
const intervalMs = 200;

export interface ProgressStep {
  done: number;
  total: number;
  phase: 'runs' | 'files';
}

/** Passes on the first and the last step of each phase, and of those between no more than five a second. */
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
