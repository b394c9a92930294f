import type { Position } from '../../../running/analysis/geometry.ts';
import { RunningFault } from '../data/running-fault.ts';

const messages: Record<number, string> = {
  1: 'Your browser was not allowed to say where you are. Use the start of a run or coordinates instead.',
  2: 'Your device does not know where it is just now. Use the start of a run or coordinates instead.',
  3: 'It took too long to find out where you are. Please try again.',
};

/** Reads the position from the browser, which asks the user. It is used only for the zone. */
export function readGeolocation(): Promise<Position> {
  return new Promise((done, fail) => {
    if (!('geolocation' in navigator)) {
      fail(new RunningFault('This browser cannot say where you are.'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => done({ latitude, longitude }),
      (error) => fail(new RunningFault(messages[error.code] ?? error.message, { cause: error })),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  });
}
