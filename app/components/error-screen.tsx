import type { MouseEvent } from 'react';

interface ErrorScreenProps {
  statusCode: number;
  statusMessage: string;
  /** What the button does once a script runs; without one it is a link to the home page. */
  onHome?: () => void;
  /** It replaces the whole page, so it brings the page's main landmark with it. */
  standalone?: boolean;
}

/** Needs nothing but its arguments: no router, no data, because any of them may be what has just failed. */
export function ErrorScreen({ statusCode, statusMessage, onHome, standalone = false }: ErrorScreenProps) {
  const Frame = standalone ? 'main' : 'div';

  function goHome(event: MouseEvent) {
    // A click that opens a new tab or window is the browser's.
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
