import { type RefObject, useEffect, useRef, useState } from 'react';

export interface ClickReplay {
  /** For an element around the component. */
  ref: RefObject<HTMLDivElement | null>;
  /** To be called when the component is hydrated. */
  onHydrated(): void;
}

/**
 * For a component that the server rendered and whose chunk arrives after hydration. React drops clicks in it until then; this hook
 * remembers the clicked buttons, each once, and clicks them again when the component is hydrated, as the boot script does for the page. The
 * browser submits forms, as without a script.
 */
export function useClickReplay(): ClickReplay {
  const ref = useRef<HTMLDivElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    if (isHydrated) return;
    const pressed = new Set<HTMLButtonElement>();
    function remember(event: Event): void {
      const button = event.target instanceof Element && event.target.closest('button');
      if (!button || button.type === 'submit' || !ref.current?.contains(button)) return;
      event.stopPropagation();
      pressed.add(button);
    }
    addEventListener('click', remember, { capture: true });
    return () => {
      removeEventListener('click', remember, { capture: true });
      for (const button of pressed) button.click();
    };
  }, [isHydrated]);
  return { ref, onHydrated: () => setHydrated(true) };
}
