import { type RefCallback, useCallback } from 'react';

/**
 * Takes over input from before hydration. The server's fields hold it, but React's state begins with the server's values, and the next
 * render would overwrite it. `shown` is what React renders, by the name of the field. When React hydrates the fields, `take` is called with
 * their values, if these differ. The ref belongs on the form, or on any element around the fields.
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
