/**
 * Back to where the reader was. Where parts of the page are still on their way, runs for example, it is too short as yet, or has something else
 * at that height; so it goes there again with every frame until they are there, or until the reader scrolls. Returns what ends it.
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
    // Where the page ends above the place, its end may move, and that is not the reader's doing.
    if (scrollY === reached || (reached < y && isAtEnd())) go();
    else end();
  }
  function end(): void {
    cancelAnimationFrame(frame);
    style.overflowAnchor = '';
  }
  // Else the browser holds on to what happens to be there as yet.
  style.overflowAnchor = 'none';
  go();
  return end;
}

/**
 * The browser itself restores a page that is loaded again, but only as far as the page reaches by then. Goes on from there, unless the reader has
 * scrolled meanwhile. Returns what ends it, where there is something to do.
 */
export function resumeRestoring(y: number): (() => void) | undefined {
  const isUntouched = scrollY === 0 || Math.abs(scrollY - y) < 1 || isAtEnd();
  return isUntouched && isLoading() && isLoadedAgain() ? restorePosition(y) : undefined;
}

function isLoadedAgain(): boolean {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return load?.type === 'reload' || load?.type === 'back_forward';
}

/** Grey shapes stand in for what is on its way, or a mark that nobody sees. */
const isLoading = () => document.querySelector('.skeleton, [data-coming]') !== null;

const isAtEnd = () => Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
