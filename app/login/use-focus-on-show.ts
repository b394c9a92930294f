import { type RefObject, useEffect, useRef } from 'react';

/** Focuses the first field, or the button where there is none, when the form is shown and when `stage` changes. */
export function useFocusOnShow<Form extends HTMLElement>(stage?: unknown): RefObject<Form | null> {
  const form = useRef<Form>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stage may have brought another field.
  useEffect(() => {
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what);
    (find('input:not([aria-hidden])') ?? find('button'))?.focus();
  }, [stage]);
  return form;
}
