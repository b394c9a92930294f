import { ScrollBox } from '../../components/scroll-box.tsx';
import { formatNumber } from '../../format/count.ts';
import { toDatabaseCsv } from '../../format/csv.ts';
import { offerDownload } from '../../runtime/offer-download.ts';
import { formatMs } from '../health/format-size.ts';
import { showNotice } from '../notice.tsx';
import type { RowsAnswer, RunAnswer } from './sql-data.ts';
import type { Run, RunFault } from './use-run.ts';

/** What a statement has answered: rows, a number of them, or an error. */
export function ResultView({ pending, answer, fault }: Pick<Run, 'pending' | 'answer' | 'fault'>) {
  return (
    <section className="sql-result" aria-label="Result">
      <p className="sql-count" role="status">
        {pending ? 'Running …' : answer ? describe(answer) : ''}
      </p>
      <div role="alert">{fault && <SqlFault fault={fault} />}</div>
      {answer && 'columns' in answer && <Rows answer={answer} />}
      {!pending && !answer && !fault && (
        <p className="hint">
          Run a statement, and its rows are here. Several statements, with a semicolon between them, are one
          transaction: all of it is done, or nothing; the rows are those of the last one.
        </p>
      )}
    </section>
  );
}

function describe(answer: RunAnswer): string {
  const time = formatMs(answer.ms);
  if ('changed' in answer)
    return answer.changed === 0 ? `Done in ${time}.` : `${countRows(answer.changed)}, done in ${time}.`;
  const shown = countRows(answer.rows.length);
  const cut = answer.cut ? ' Long values are cut.' : '';
  return answer.more ? `The first ${shown} of more, in ${time}.${cut}` : `${shown} in ${time}.${cut}`;
}

const countRows = (count: number) => (count === 1 ? '1 row' : `${formatNumber(count, 'en')} rows`);

export function SqlFault({ fault: { message, detail, hint } }: { fault: RunFault }) {
  return (
    <div className="notice notice-fault">
      <p>{message}</p>
      {detail && <p>{detail}</p>}
      {hint && <p className="sql-advice">{hint}</p>}
    </div>
  );
}

function Rows({ answer: { columns, rows } }: { answer: RowsAnswer }) {
  if (columns.length === 1 && columns[0] === 'QUERY PLAN')
    return (
      <ScrollBox label="Plan" className="sql-rows">
        <pre className="sql-plan">{rows.map(([line]) => line).join('\n')}</pre>
      </ScrollBox>
    );
  return (
    <>
      <ScrollBox label="Rows" className="sql-rows">
        <table className="sql-table">
          <thead>
            <tr>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and their order is fixed.
                <th key={at} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a result does not change.
              <tr key={at}>
                {cells.map((cell, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: see above.
                  <td key={place}>{cell === null ? <i>null</i> : cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      <p className="choices">
        <button type="button" className="choice" onClick={() => void copy(toDatabaseCsv([columns, ...rows]))}>
          Copy as CSV
        </button>
        <button
          type="button"
          className="choice"
          onClick={() => offerDownload('result.csv', 'text/csv', toDatabaseCsv([columns, ...rows]))}
        >
          Download CSV
        </button>
      </p>
    </>
  );
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  showNotice({ text: 'Copied.' });
}
