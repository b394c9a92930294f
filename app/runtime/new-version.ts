/** Whether a newer build is known. Once known it stays known. */
const listeners = new Set<() => void>();
let known = false;

export const newVersion = {
  isKnown: (): boolean => known,
  announce(): void {
    known = true;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
