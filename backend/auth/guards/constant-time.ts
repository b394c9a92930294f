import { setTimeout as pause } from 'node:timers/promises';

/** Longer than the work on an account that exists usually takes. */
const minMilliseconds = 50;

/** Answers no sooner than after a fixed time, so that the time does not tell whether there was an account to work on. */
export async function inConstantTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, pause(minMilliseconds)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
