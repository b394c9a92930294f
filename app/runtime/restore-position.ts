/**
 * Restores the scroll position. While parts of the page are loading, for example runs, the page is too short or has other content at that
 * height; so it scrolls again with every frame until they are loaded, or until the user scrolls. Returns a function that stops it.
 */
export function restorePosition(y: number): () => void {
  const { style } = document.body;
  let frame = 0;
  let reached = y;
  function go(): void {
    scrollTo(0, y);
    reached = scrollY;
    if (isLoading()) frame = requestAnimationFrame(next);
    else end();
  }
  function next(): void {
    // Where the page ends above the position, its end may move without the user scrolling.
    if (scrollY === reached || (reached < y && isAtEnd())) go();
    else end();
  }
  function end(): void {
    cancelAnimationFrame(frame);
    style.overflowAnchor = '';
  }
  // Otherwise the browser anchors the scroll position to the temporary content.
  style.overflowAnchor = 'none';
  go();
  return end;
}

/**
 * The browser itself restores the position of a reloaded page, but only as far as the page reaches by then. Continues from there, unless
 * the user has scrolled meanwhile. Returns a function that stops it, if there is something to do.
 */
export function resumeRestoring(y: number): (() => void) | undefined {
  const isUntouched = scrollY === 0 || Math.abs(scrollY - y) < 1 || isAtEnd();
  return isUntouched && isLoading() && isLoadedAgain() ? restorePosition(y) : undefined;
}

function isLoadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' || load?.type === 'back_forward';
}

/** Skeletons, or an invisible mark, stand for parts that are loading. */
const isLoading = () => document.querySelector('.skeleton, [data-coming]') !== null;

const isAtEnd = () => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
