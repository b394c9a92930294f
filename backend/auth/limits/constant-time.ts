import { setTimeout as pause } from 'node:timers/promises';

/** Longer than the work on an existing account usually takes. */
const minMilliseconds = 50;

/** Answers after a minimum time, so that the response time does not reveal whether an account exists. */
export async function inConstantTime<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, pause(minMilliseconds)]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
