import { createStore } from '../runtime/store.ts';

/** A question that the admin area shows as a dialog: is it you? */
export interface IdentityQuestion {
  answer(isConfirmed: boolean): void;
}

export const identityQuestion = createStore<IdentityQuestion | undefined>(undefined);

let asked: Promise<boolean> | undefined;

/** Asks once, however many calls wait for the answer. */
export function askForIdentity(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => identityQuestion.set({ answer: resolve })).finally(() => {
    asked = undefined;
    identityQuestion.set(undefined);
  });
  return asked;
}
