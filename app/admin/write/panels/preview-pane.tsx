import { useEffect, useRef } from 'react';
import type { Article } from '../../../../markdown/document.ts';
import { ArticleBody } from '../../../components/article-body.tsx';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import type { TextEditor } from '../editor/text-editor.ts';
import { findHeadingLines, mapScroll } from '../text/scroll-along.ts';

interface PreviewPaneProps {
  /** Null: the text makes no page yet, for example because there is none. */
  article: Article | null | undefined;
  fault: string | undefined;
  editor: TextEditor | undefined;
}

/** The page as readers will see it, by the site's own renderer. It scrolls along with the text. */
export function PreviewPane({ article, fault, editor }: PreviewPaneProps) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (editor && pane.current) return followScroll(editor, pane.current);
  }, [editor]);
  useEffect(() => {
    const element = pane.current;
    // A link would leave the editor: it opens in a tab of its own.
    const openApart = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link?.href || link.getAttribute('href')?.startsWith('#')) return;
      event.preventDefault();
      window.open(link.href, '_blank', 'noopener');
    };
    element?.addEventListener('click', openApart, { capture: true });
    return () => element?.removeEventListener('click', openApart, { capture: true });
  }, []);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard.
    <section className="write-pane write-preview" ref={pane} tabIndex={0} aria-label="Preview">
      {fault && <p className="hint">The preview is not up to date: {fault}</p>}
      {article === null && <p className="hint">There is no page to show yet. The faults say why.</p>}
      {article ? (
        <>
          <p className="title">{article.title}</p>
          {article.description && <p className="standfirst">{article.description}</p>}
          <ArticleBody article={{ ...article, toc: [] }} />
        </>
      ) : (
        article === undefined && !fault && <SkeletonLines lines={['w-3/5', 'w-4/5', 'w-4/5']} />
      )}
    </section>
  );
}

/** The preview shows the part of the page that the text on screen makes. Headings belong together, and so do the ends. */
function followScroll(editor: TextEditor, pane: HTMLElement): () => void {
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
