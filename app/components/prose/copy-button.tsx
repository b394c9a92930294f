import { useEffect, useState } from 'react';

const shownForMs = 2000;
type Outcome = 'Copied' | 'Could not copy';

/** Copies the text and reports success, on the button and to screen readers. */
export function CopyButton({ readText }: { readText: () => string }) {
  const [outcome, setOutcome] = useState<Outcome>();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(readText());
      setOutcome('Copied');
    } catch {
      // The browser may forbid it, for example on a page without https.
      setOutcome('Could not copy');
    }
  }

  return (
    <>
      <button type="button" className="copy needs-script" onClick={copy}>
        {outcome ?? 'Copy'}
      </button>
      <span className="sr-only" role="status">
        {outcome}
      </span>
    </>
  );
}
