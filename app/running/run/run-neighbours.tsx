import type { RunEntry } from '../run-source.ts';
import { nameOf } from './format-run.ts';
import { hrefOfRun } from './run-address.ts';
import { useListHref } from './use-list-href.ts';

interface NeighbourRunsProps {
  /** Newest first. */
  entries: readonly RunEntry[];
  id: string;
  query: URLSearchParams;
}

/** The runs before and after this one in time, and the list. */
export function NeighbourRuns({ entries, id, query }: NeighbourRunsProps) {
  const list = useListHref();
  const at = entries.findIndex((entry) => entry.id === id);
  const earlier = at < 0 ? undefined : entries[at + 1];
  const later = at < 0 ? undefined : entries[at - 1];
  return (
    <nav className="run-neighbours" aria-label="Other runs">
      {earlier && (
        <a href={hrefOfRun(query, earlier.id)} rel="prev">
          <span className="label">← Previous run</span>
          <bdi>{nameOf(earlier)}</bdi>
        </a>
      )}
      <a href={list}>All runs</a>
      {later && (
        <a href={hrefOfRun(query, later.id)} rel="next">
          <span className="label">Next run →</span>
          <bdi>{nameOf(later)}</bdi>
        </a>
      )}
    </nav>
  );
}
