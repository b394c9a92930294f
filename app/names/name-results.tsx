import { type MouseEvent, useState } from 'react';
import { maxExported, pageSize } from '../../names/filter.ts';
import { toQuery } from '../../names/filter-query.ts';
import type { NameRow } from '../../names/name-row.ts';
import type { SearchResult } from '../../names/search.ts';
import type { NamesSource } from '../../names/view.ts';
import type { NamesState } from '../../names/view-query.ts';
import { isStaticSite } from '../runtime/static-site.ts';
import { offerTable } from './ask-names.ts';
import { count, trendLabels } from './labels.ts';
import { hrefOf, nameHref, namesPath } from './names-address.ts';
import { ShortlistButton } from './shortlist/shortlist-button.tsx';
import { useShortlistedNames } from './shortlist/use-shortlisted-names.ts';

interface NameResultsProps {
  state: NamesState;
  result: SearchResult;
  source: NamesSource;
}

/** Loads what the page of a name needs when the pointer is over one. An error is left to the click. */
const aheadOfClick = () => void import('./name-details.tsx').catch(() => undefined);

/** The names that were found, each with a sparkline. */
export function NameResults({ state, result, source }: NameResultsProps) {
  const listed = useShortlistedNames();
  if (result.total === 0)
    return (
      <div className="names-empty">
        <p>No name fits all of that.</p>
        <p className="hint">
          Clear one of the fields, or{' '}
          <a href={hrefOf(state, { filter: { ...state.filter, starts: '', ends: '', part: '', page: 1 } })}>
            search without letters
          </a>
          . The names are written with the letters A to Z only.
        </p>
      </div>
    );
  return (
    <>
      <p className="name-columns label" aria-hidden="true">
        <span>
          {source.firstYear} to {source.lastYear}
        </span>
        <span>children in {source.lastYear}</span>
      </p>
      <ol
        className="name-rows"
        onPointerOver={aheadOfClick}
        onFocus={aheadOfClick}
        start={(result.page - 1) * pageSize + 1}
      >
        {result.rows.map((row) => (
          <ResultRow
            key={row.name}
            row={row}
            listed={listed}
            lastYear={source.lastYear}
            href={nameHref(row.name, state)}
          />
        ))}
      </ol>
      <ResultPages state={state} result={result} />
      <p className="names-doors">
        <TableLink query={toQuery({ ...state.filter, page: 1 })} total={result.total} />
      </p>
    </>
  );
}

function TableLink({ query, total }: { query: string; total: number }) {
  const [isFailed, setFailed] = useState(false);
  const offer = (event: MouseEvent) => {
    if (!isStaticSite()) return;
    event.preventDefault();
    offerTable(query).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  };
  return (
    <>
      <a href={`${namesPath}/names.csv?${query}`} rel="nofollow" download onClick={offer}>
        {total > maxExported ? `The first ${count(maxExported)} as CSV` : 'Export as CSV'}
      </a>
      {isFailed && <span role="alert">That did not work. Try again in a moment.</span>}
    </>
  );
}

interface ResultRowProps {
  row: NameRow;
  href: string;
  lastYear: number;
  listed: ReadonlySet<string>;
}

function ResultRow({ row, href, lastYear, listed }: ResultRowProps) {
  const { name, sex, rank, count: children, peak, trend, line } = row;
  return (
    <li className="name-row">
      <ShortlistButton name={name} listed={listed} />
      <a className="name-link" href={href} rel="nofollow">
        {name}
      </a>
      <Sparkline line={line} />
      <span className="name-facts label">
        <span>{rank > 0 ? `No. ${count(rank)} of ${sex}` : `${sex}, none in ${lastYear}`}</span>
        <span>
          peak {peak}
          {trend === 'rising' || trend === 'falling' ? `, ${trendLabels[trend]}` : ''}
        </span>
      </span>
      <span className="name-count label">{children > 0 ? count(children) : '–'}</span>
    </li>
  );
}

function ResultPages({ state, result: { page, pageCount } }: Omit<NameResultsProps, 'source'>) {
  if (pageCount === 1) return null;
  const to = (target: number) => hrefOf(state, { filter: { ...state.filter, page: target } }, '#explorer');
  return (
    <nav className="pages" aria-label="Pages of names">
      {page > 1 ? (
        <a href={to(page - 1)} rel="prev nofollow">
          ← Previous
        </a>
      ) : (
        <span />
      )}
      <span className="label">
        Page {count(page)} of {count(pageCount)}
      </span>
      {page < pageCount ? (
        <a href={to(page + 1)} rel="next nofollow">
          Next →
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}

/** The share of a name over the years as a line without an axis: one character a step, from 0 to z (names/name-row.ts). */
function Sparkline({ line }: { line: string }) {
  const points = [...line].map((letter, index) => [index, 35 - Number.parseInt(letter, 36)] as const);
  const d = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const last = points.length - 1;
  return (
    <svg
      className="sparkline"
      viewBox={`0 -1 ${Math.max(1, last)} 37`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="sparkline-area" d={`${d}L${last} 36L0 36Z`} />
      <path className="sparkline-line" d={d} />
    </svg>
  );
}
