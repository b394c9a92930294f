import { useNavigate } from 'react-router';
import { describeValue, filterKinds, kindTitles, without } from './filters.ts';
import { addressOf, type StatsState } from './ranges.ts';

/** What the report is filtered by. It stays in view, because it changes the meaning of every figure. */
export function StatsFilters({ state }: { state: StatsState }) {
  const navigate = useNavigate();
  const { filters } = state;
  const chosen = filterKinds.flatMap((kind) => (filters[kind] ? [{ kind, value: filters[kind] }] : []));
  if (chosen.length === 0) return null;
  return (
    <div className="stats-filters">
      <ul aria-label="Filters">
        {chosen.map(({ kind, value }) => {
          const name = describeValue(kind, value);
          return (
            <li key={kind}>
              <span className="label">{kindTitles[kind]}</span>
              <span className="stats-filter-value">{name}</span>
              <button
                type="button"
                aria-label={`Remove filter: ${kindTitles[kind]} ${name}`}
                onClick={() => navigate(addressOf({ ...state, filters: without(filters, kind) }))}
              >
                ✕
              </button>
            </li>
          );
        })}
      </ul>
      {chosen.length > 1 && (
        <a className="text-button" href={addressOf({ ...state, filters: {} })}>
          Remove all
        </a>
      )}
      {filters.page && (
        // In a new tab, so that the figures stay open; a page that was counted may no longer exist.
        <a className="text-button" href={encodeURI(filters.page)} target="_blank" rel="noreferrer">
          Open page<span className="sr-only"> {filters.page}</span>
        </a>
      )}
    </div>
  );
}
