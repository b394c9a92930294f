import { useRef } from 'react';
import { maxTextLength, type NameFilter, sorts, type TextField, textFields } from '../../names/filter.ts';
import type { NamesView } from '../../names/view.ts';
import { toNameQuery } from '../../names/view-query.ts';
import { Facets } from './facets.tsx';
import { FindField } from './find-field.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { count, sortLabel } from './labels.ts';
import { NameResults } from './name-results.tsx';
import { namesPath } from './names-address.ts';
import { type SearchStatus, useExplorer } from './use-explorer.ts';

const failures: Partial<Record<SearchStatus, string>> = {
  offline:
    'You are offline. These are the names found before; the search goes on by itself when the connection is back.',
  failed: 'The search did not work. Try again in a moment.',
};

/** The search form and its results. Without a script the browser submits the form and loads a page. */
export function Explorer({ view }: { view: NamesView }) {
  const form = useRef<HTMLFormElement>(null);
  const { state, source } = view;
  const { found, status, search, searchSoon } = useExplorer(
    { filter: state.filter, result: view.result },
    state,
    form,
  );
  const { filter, result } = found;
  const now = { ...state, filter };
  return (
    <search className="axis names-explorer" id="explorer" aria-label="Names">
      <form
        ref={form}
        className="names-form"
        action={namesPath}
        method="get"
        onInput={searchSoon}
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <div className="names-start">
          <FindField state={state} />
          <TextFilters filter={state.filter} />
        </div>
        <Facets filter={filter} counts={result.counts} lastYear={source.lastYear} />
        <div className="names-main">
          <div className="names-bar">
            <p role="status" className="names-total" data-asking={status === 'searching' ? '' : undefined}>
              <strong>{count(result.total)}</strong> {result.total === 1 ? 'name' : 'names'}
            </p>
            <label className="names-sort label">
              <span>Order</span>
              <select name="sort" defaultValue={state.filter.sort}>
                {sorts.map((sort) => (
                  <option key={sort} value={sort}>
                    {sortLabel(sort, source.lastYear)}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="names-show text-button">
              Show
            </button>
          </div>
          {failures[status] && (
            <p className="notice notice-fault" role="alert">
              {failures[status]}
            </p>
          )}
        </div>
        <HiddenFields query={toNameQuery(state)} />
      </form>
      <div className="names-found" aria-busy={status === 'searching' || undefined}>
        <NameResults state={now} result={result} source={source} />
      </div>
    </search>
  );
}

/** The fourth is the field with which the form begins. */
type PatternField = Exclude<TextField, 'part'>;
const patternFields = textFields.filter((field): field is PatternField => field !== 'part');

const labels: Record<PatternField, { label: string; example: string }> = {
  starts: { label: 'Begins with', example: 'ka' },
  ends: { label: 'Ends in', example: 'lyn' },
  sounds: { label: 'Sounds like', example: 'Catherine' },
};

/** Filters by letters and sound: open where the address has one of them. */
function TextFilters({ filter }: { filter: NameFilter }) {
  return (
    <details className="names-more" open={patternFields.some((field) => filter[field] !== '')}>
      <summary>More ways to search</summary>
      <div className="text-filters">
        {patternFields.map((field) => (
          <label key={field} className="field">
            <span className="field-label">{labels[field].label}</span>
            <input
              className="input"
              type="text"
              name={field}
              defaultValue={filter[field]}
              placeholder={labels[field].example}
              maxLength={maxTextLength}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              dir="auto"
            />
          </label>
        ))}
      </div>
    </details>
  );
}
