import { startTransition, useEffect, useState } from 'react';
import { useWords } from '../current-site.ts';
import { readTheme, setTheme } from '../runtime/theme.ts';

const order = ['system', 'light', 'dark'] as const;

/**
 * One button that cycles through system, light and dark. CSS on `<html>` decides which icon is shown, so the server's HTML is the same for
 * every visitor and nothing flashes; the label names the choice after hydration.
 */
export function ThemeSwitch() {
  const [theme, setShown] = useState<ReturnType<typeof readTheme>>();
  // Low priority, because nothing visible changes.
  useEffect(() => startTransition(() => setShown(readTheme())), []);

  function change() {
    const next = order[(order.indexOf(readTheme()) + 1) % order.length] ?? 'system';
    setTheme(next);
    setShown(next);
  }

  const words = useWords();
  const name = theme ? `${words.theme}: ${words.themes[theme]}` : words.theme;
  return (
    <button
      type="button"
      className="theme-switch needs-script"
      aria-label={name}
      title={name}
      onClick={change}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <g className="theme-system">
          <circle cx="10" cy="10" r="7" />
          <path className="filled" d="M10 3a7 7 0 0 1 0 14z" />
        </g>
        <g className="theme-light">
          <circle cx="10" cy="10" r="3.6" />
          <path d="M10 1v2.5M10 16.5v2.5M1 10h2.5M16.5 10h2.5M3.600 3.600l1.800 1.800M14.600 14.600l1.800 1.800M3.600 16.400l1.800-1.800M14.600 5.400l1.800-1.800" />
        </g>
        <path className="theme-dark" d="M16.5 12.300A7 7 0 0 1 7.700 3.5a7 7 0 1 0 8.800 8.800z" />
      </svg>
    </button>
  );
}
