import type { MouseEvent, ReactNode } from 'react';
import site from '../../site.config.ts';
import { prefixOf, siteAt } from '../site-language.ts';
import { wordsIn } from '../words/words.ts';

interface ErrorScreenProps {
  statusCode: number;
  statusMessage: string;
  /** The button's action after hydration; without a script it is a link to the home page. */
  onHome?: () => void;
  /** Set when the screen replaces the whole page and has to render the main landmark. */
  standalone?: boolean;
  /** The path decides the language. */
  path?: string;
  /** Other ways to go on. */
  children?: ReactNode;
}

/** Depends only on its props, not on router or data, because either may have failed. */
export function ErrorScreen({
  statusCode,
  statusMessage,
  onHome,
  standalone = false,
  path = '/',
  children,
}: ErrorScreenProps) {
  const words = wordsIn(siteAt(site, path).language);
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
        <p className="label">{words.error}</p>
        <h1 className="error-code">{statusCode}</h1>
        <p className="text-lg text-soft wrap-anywhere">{statusMessage}</p>
        {children}
        <a className="button mt-s" href={prefixOf(path, site) || '/'} onClick={goHome}>
          {words.goHome}
        </a>
      </div>
    </Frame>
  );
}
