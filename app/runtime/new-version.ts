import { createStore } from './store.ts';

const store = createStore(false);

/** Whether a newer build is known. Once known it stays known. */
export const newVersion = {
  isKnown: store.read,
  announce: (): void => store.set(true),
  subscribe: store.subscribe,
};
