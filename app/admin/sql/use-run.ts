import { useRef, useState } from 'react';
import { AdminFault, callAdmin, explainFault } from '../call-admin.ts';
import type { RunAnswer, RunRequest } from './sql-data.ts';

export interface RunFault {
  message: string;
  detail?: string;
  hint?: string;
}

export interface Run {
  pending: boolean;
  answer: RunAnswer | undefined;
  fault: RunFault | undefined;
  /** The fault, if there was one. */
  start(request: RunRequest): Promise<RunFault | undefined>;
  stop(): void;
}

const stopped: RunFault = {
  message: 'Stopped.',
  hint: 'The statement is canceled, and ends after 8 seconds at the latest. If it was done before that, its changes stay.',
};

/** Runs one statement at a time. */
export function useRun(): Run {
  const [state, setState] = useState<Pick<Run, 'pending' | 'answer' | 'fault'>>({
    pending: false,
    answer: undefined,
    fault: undefined,
  });
  const running = useRef<AbortController>(undefined);

  async function start(request: RunRequest): Promise<RunFault | undefined> {
    if (running.current) return undefined;
    const stopping = new AbortController();
    running.current = stopping;
    setState({ pending: true, answer: undefined, fault: undefined });
    try {
      const { signal } = stopping;
      const answer = await callAdmin<RunAnswer>('/sql/run', { method: 'POST', body: request, signal });
      setState({ pending: false, answer, fault: undefined });
      return undefined;
    } catch (error) {
      const fault = stopping.signal.aborted ? stopped : toRunFault(error);
      setState({ pending: false, answer: undefined, fault });
      return fault;
    } finally {
      running.current = undefined;
    }
  }

  return { ...state, start, stop: () => running.current?.abort() };
}

export function toRunFault(error: unknown): RunFault {
  const { detail, hint } = error instanceof AdminFault ? error.body : {};
  return {
    message: explainFault(error),
    ...(typeof detail === 'string' && { detail }),
    ...(typeof hint === 'string' && { hint }),
  };
}
