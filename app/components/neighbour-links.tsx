import { Link } from 'react-router';
import type { Neighbours } from '../../markdown/document.ts';

export function NeighbourLinks({ neighbours: { previous, next } }: { neighbours: Neighbours }) {
  if (!previous && !next) return null;
  return (
    <nav className="neighbours" aria-label="Previous and next">
      {previous && (
        <Link className="previous" to={previous.path} rel="prev">
          <span className="label block">← Previous</span>
          {previous.title}
        </Link>
      )}
      {next && (
        <Link className="next" to={next.path} rel="next">
          <span className="label block">Next →</span>
          {next.title}
        </Link>
      )}
    </nav>
  );
}
