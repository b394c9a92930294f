import type { TextEditor } from '../editor/text-editor.ts';
import { findHeadingLines, mapScroll } from '../text/scroll-along.ts';

/** The preview shows the part of the page that the text on screen makes. Headings belong together, and so do the ends. */
export function followScroll(editor: TextEditor, pane: HTMLElement): () => void {
  const { scroller } = editor;
  let frame = 0;
  function follow(): void {
    frame = 0;
    const from = findHeadingLines(editor.read()).map((line) => editor.topOfLine(line));
    const offset = pane.getBoundingClientRect().top - pane.scrollTop;
    const headings = pane.querySelectorAll('.prose :is(h1, h2, h3, h4, h5, h6)');
    const to = [...headings].map((heading) => heading.getBoundingClientRect().top - offset);
    const endOf = ({ scrollHeight, clientHeight }: HTMLElement) => Math.max(0, scrollHeight - clientHeight);
    pane.scrollTop = mapScroll(scroller.scrollTop, [...from, endOf(scroller)], [...to, endOf(pane)]);
  }
  const later = () => {
    frame ||= requestAnimationFrame(follow);
  };
  scroller.addEventListener('scroll', later, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    scroller.removeEventListener('scroll', later);
  };
}
