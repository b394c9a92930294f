import { type RefCallback, useCallback } from 'react';

/**
 * What was typed, chosen or filled in before React was there. The fields that the server sent hold it, but state begins with what the server
 * knew, and would be written over it with the next drawing. `shown` is what React draws, by the name of the field. In the moment in which
 * React takes the fields over, `take` is called with what they hold, if that is something else. The ref belongs on the form, or on any
 * element around the fields.
 */
export function useEarlyInput<Name extends string>(
  shown: Record<Name, string>,
  take: (found: Record<Name, string>) => void,
): RefCallback<HTMLElement> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first moment counts; later changes are events that React hears.
  return useCallback((holder: HTMLElement | null) => {
    const found = { ...shown };
    for (const name in shown) {
      const field = holder?.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
      if (field) found[name] = field.value;
    }
    for (const name in shown) if (found[name] !== shown[name]) return take(found);
  }, []);
}
