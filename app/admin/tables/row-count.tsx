import { useEffect, useState } from 'react';
import site from '../../../site.config.ts';
import { formatCount } from '../../format/count.ts';
import { callAdmin, explainFault } from '../call-admin.ts';
import type { Rows } from './grid/use-rows.ts';
import type { TableDetails } from './table-data.ts';

/** Counting so many takes no time. */
const small = 20_000;

const rowsOf = (count: number) => formatCount(count, 'row', 'rows', site.language);

interface RowCountProps {
  table: TableDetails;
  question: URLSearchParams;
  rows: Rows;
}

/** How many rows there are: exactly if they are all here or few, otherwise as estimated, until the owner asks. */
export function RowCount({ table, question, rows }: RowCountProps) {
  const [counted, setCounted] = useState<{ key: string; text: string }>();
  const key = `${question}`;
  const isAll = !question.has('filter') && !question.has('as');
  const isSmall = isAll && table.rows !== null && table.rows < small && table.kind === 'table';
  const isKnown = rows.isComplete && !rows.isPartial && !rows.refused;

  function count(signal?: AbortSignal) {
    callAdmin<{ rows: number }>(`/tables/count?${key}`, signal ? { signal } : {}).then(
      (answer) => setCounted({ key, text: rowsOf(answer.rows) }),
      (error: unknown) => !signal?.aborted && setCounted({ key, text: explainFault(error) }),
    );
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew for another question.
  useEffect(() => {
    if (!isSmall || isKnown) return;
    const leaving = new AbortController();
    count(leaving.signal);
    return () => leaving.abort();
  }, [key, isSmall, isKnown]);

  const exact = isKnown ? rowsOf(rows.count) : counted?.key === key ? counted.text : undefined;
  const estimate = isAll && table.rows !== null && table.rows > 0 ? `about ${rowsOf(table.rows)}` : '';
  return (
    <p className="table-count">
      <span role="status">{exact ?? estimate}</span>
      {!exact && !question.has('as') && (
        <button type="button" className="text-button" onClick={() => count()}>
          Count
        </button>
      )}
    </p>
  );
}
