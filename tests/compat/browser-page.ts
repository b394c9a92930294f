/** For tests: a page address, so that the client runs as in a browser that has just followed a link. */
import { onTestFinished, vi } from 'vitest';

export function openPage(href: string): { location: { href: string; hash: string } } {
  const location = new URL(href);
  const nothing = () => {};
  const page = {
    location,
    history: { state: null, replaceState: nothing },
    addEventListener: nothing,
    removeEventListener: nothing,
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return page;
}
