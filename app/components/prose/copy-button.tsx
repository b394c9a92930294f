import { useEffect, useState } from 'react';
import { useWords } from '../../current-site.ts';

const shownForMs = 2000;
type Outcome = 'copied' | 'couldNotCopy';

/** Copies the code of the figure that it is in and reports success, on the button and to screen readers. */
export function CopyButton() {
  const [outcome, setOutcome] = useState<Outcome>();
  const words = useWords();

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(button: HTMLElement) {
    try {
      await navigator.clipboard.writeText(button.closest('figure')?.querySelector('code')?.textContent ?? '');
      setOutcome('copied');
    } catch {
      // The browser may forbid it, for example on a page without https.
      setOutcome('couldNotCopy');
    }
  }

  return (
    <>
      <button type="button" className="copy needs-script" onClick={(event) => copy(event.currentTarget)}>
        {words[outcome ?? 'copy']}
      </button>
      <span className="sr-only" role="status">
        {outcome && words[outcome]}
      </span>
    </>
  );
}
