import type { MouseEvent } from 'react';

interface ErrorScreenProps {
  statusCode: number;
  statusMessage: string;
  /** The button's action after hydration; without a script it is a link to the home page. */
  onHome?: () => void;
  /** Set when the screen replaces the whole page and has to render the main landmark. */
  standalone?: boolean;
}

/** Depends only on its props, not on router or data, because either may have failed. */
export function ErrorScreen({ statusCode, statusMessage, onHome, standalone = false }: ErrorScreenProps) {
  const Frame = standalone ? 'main' : 'div';

  function goHome(event: MouseEvent) {
    // A click that opens a new tab or window is left to the browser.
    if (!onHome || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onHome();
  }

  return (
    <Frame className="frame axis">
      <div className="error-screen">
        <p className="label">Error</p>
        <h1 className="error-code">{statusCode}</h1>
        <p className="text-lg text-soft wrap-anywhere">{statusMessage}</p>
        <a className="button mt-s" href="/" onClick={goHome}>
          Go to home page
        </a>
      </div>
    </Frame>
  );
}
