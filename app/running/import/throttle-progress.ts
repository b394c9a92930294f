/** Often enough for a bar, seldom enough that drawing it costs nothing beside the work. */
const tellEvery = 200;

export interface Step {
  done: number;
  total: number;
  phase: 'runs' | 'files';
}

/** Passes on the first and the last step of each phase, and of those between no more than five a second. */
export function tellSeldom(tell: (step: Step) => void): (step: Step) => void {
  let told: Step['phase'] | undefined;
  let toldAt = 0;
  return (step) => {
    const now = performance.now();
    if (step.phase === told && step.done < step.total && now - toldAt < tellEvery) return;
    told = step.phase;
    toldAt = now;
    tell(step);
  };
}
