import { useEffect, useState } from 'react';

const shownForMs = 2000;
type Outcome = 'Copied' | 'Could not copy';

/** Copies the code of the figure that it is in and reports success, on the button and to screen readers. */
export function CopyButton() {
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(button: HTMLElement) {
    try {
      await navigator.clipboard.writeText(button.closest('figure')?.querySelector('code')?.textContent ?? '');
      setOutcome('Copied');
    } catch {
      // The browser may forbid it, for example on a page without https.
      setOutcome('Could not copy');
    }
  }

  return (
    <>
      <button type="button" className="copy needs-script" onClick={(event) => copy(event.currentTarget)}>
        {outcome ?? 'Copy'}
      </button>
      <span className="sr-only" role="status">
        {outcome}
      </span>
    </>
  );
}
