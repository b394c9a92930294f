import { useEffect, useState } from 'react';
import { callAdmin, explainFault } from '../call-admin.ts';
import { type Answered, useAnswer } from '../use-answer.ts';

interface HealthPart<State> extends Answered<State> {
  /** What the last action was refused with. */
  refusal: string | undefined;
  /** Does something, and reads the part again. Undefined if it was refused. */
  act<Answer>(path: `/${string}`, body?: object): Promise<Answer | undefined>;
}

const pollMs = 1000;

/** One part of the page, read again each second while something is going on. */
export function useHealthPart<State>(
  path: `/${string}`,
  isGoingOn: (state: State) => boolean = () => false,
): HealthPart<State> {
  const answered = useAnswer<State>(path);
  const { answer, again } = answered;
  const [refusal, setRefusal] = useState<string>();
  const mustPoll = answer !== undefined && isGoingOn(answer);
  useEffect(() => {
    if (!mustPoll) return;
    const timer = setTimeout(again, pollMs);
    return () => clearTimeout(timer);
  });
  return {
    ...answered,
    refusal,
    async act(target, body = {}) {
      setRefusal(undefined);
      try {
        return await callAdmin(target, { method: 'POST', body });
      } catch (error) {
        setRefusal(explainFault(error));
        return undefined;
      } finally {
        again();
      }
    },
  };
}
