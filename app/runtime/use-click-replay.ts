import { type RefObject, useEffect, useRef, useState } from 'react';

export interface ClickReplay {
  /** For an element around the part. */
  ref: RefObject<HTMLDivElement | null>;
  /** To be called when the part answers to React. */
  onHydrated(): void;
}

/**
 * A part that the server sent and whose chunk comes later than React. React drops what is pressed in it meanwhile; here the buttons are remembered, each
 * once, and pressed again when the part is there, as the boot script does it for the page. A form is sent by the browser, as without a script.
 */
export function useClickReplay(): ClickReplay {
  const ref = useRef<HTMLDivElement>(null);
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => {
    if (isHydrated) return;
    const pressed = new Set<HTMLButtonElement>();
    function keep(event: Event): void {
      const button = event.target instanceof Element && event.target.closest('button');
      if (!button || button.type === 'submit' || !ref.current?.contains(button)) return;
      event.stopPropagation();
      pressed.add(button);
    }
    addEventListener('click', keep, { capture: true });
    return () => {
      removeEventListener('click', keep, { capture: true });
      for (const button of pressed) button.click();
    };
  }, [isHydrated]);
  return { ref, onHydrated: () => setHydrated(true) };
}
