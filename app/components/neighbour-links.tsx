import type { Neighbours } from '../../markdown/document.ts';
import { useWords } from '../current-site.ts';

/** The arrows are in the stylesheet: one character beyond Latin-1 in a page doubles the memory of its string on the server. */
export function NeighbourLinks({ neighbours: { previous, next } }: { neighbours: Neighbours }) {
  const words = useWords();
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label={words.previousAndNext}>
      {previous && (
        <a className="previous" href={previous.path} rel="prev">
          <span className="label block">{words.previous}</span>
          {previous.title}
        </a>
      )}
      {next && (
        <a className="next" href={next.path} rel="next">
          <span className="label block">{words.next}</span>
          {next.title}
        </a>
      )}
    </nav>
  );
}
