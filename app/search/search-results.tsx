import type { SearchResult } from '../../markdown/search/search-answer.ts';
import { useWords } from '../current-site.ts';

/** The pages that were found, with the folders above each in the margin. */
export function SearchResults({ results }: { results: SearchResult[] }) {
  const { states } = useWords().searching;
  return (
    <ol className="search-results">
      {results.map(({ path, title, trail, headings, snippet, state }) => (
        <li key={path} className="entry">
          {(trail.length > 0 || state) && (
            <span className="label">
              {trail.join(' / ')}
              {state && <span className="search-state">{states[state]}</span>}
            </span>
          )}
          <h2 className="entry-title">
            <a href={path}>{title}</a>
          </h2>
          <p>
            <Marked pieces={snippet} />
          </p>
          {headings.length > 0 && (
            <ul className="search-headings">
              {headings.map(({ id, text }) => (
                <li key={id}>
                  <a href={`${path}#${encodeURIComponent(id)}`}>{text}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Every second piece is what was searched for. */
function Marked({ pieces }: { pieces: string[] }) {
  return pieces.map((piece, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name than their place.
    index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece,
  );
}
