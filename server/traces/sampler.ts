/** Which traces are sent, with the names of OpenTelemetry. */
import type { SamplerName } from '../traces-settings.ts';
import type { TraceParent } from './trace-parent.ts';

export type Sampler = (traceId: string, parent: TraceParent | undefined) => boolean;

/** `ratio` is the share of traces that `traceidratio` sends. */
export function createSampler(name: SamplerName, ratio: number): Sampler {
  const prefix = 'parentbased_';
  const followsParent = name.startsWith(prefix);
  const own = followsParent ? name.slice(prefix.length) : name;
  const isChosen = (traceId: string) => {
    if (own === 'traceidratio') return isInRatio(traceId, ratio);
    return own === 'always_on';
  };
  return (traceId, parent) => (followsParent && parent ? parent.isSampled : isChosen(traceId));
}

/** Decided by the random part of the id, so that all services decide alike. */
function isInRatio(traceId: string, ratio: number): boolean {
  const digits = 14;
  return Number.parseInt(traceId.slice(-digits), 16) / 16 ** digits >= 1 - ratio;
}
