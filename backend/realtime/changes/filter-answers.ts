/** The answers to the filters of one batch of changes that only Postgres can decide. */
import type { Database } from '../../../database/database.ts';
import { toSentValue } from '../../../database/driver/values.ts';
import { sqlStateOf } from '../../../database/errors.ts';
import type { DatabaseRole } from '../../identity/roles.ts';
import { ask } from './ask.ts';
import type { CheckedFilter } from './check-filters.ts';
import { matchFilter, negate, type Truth } from './match-filter.ts';
import type { ColumnDefinition } from './table-definition.ts';

interface AskedFilter {
  filter: CheckedFilter;
  role: DatabaseRole;
  text: string;
  answers: Map<string, Truth>;
}

export interface FilterAnswers {
  /** Undefined: it is asked for with the next `ask`. */
  match(filter: CheckedFilter, column: ColumnDefinition, value: string | null, role: DatabaseRole): Truth;
  /** Returns the filters that take too long. */
  ask(): Promise<CheckedFilter[]>;
}

const symbols: Partial<Record<CheckedFilter['operator'], string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
};

export function createFilterAnswers(requests: Database['requests'], timeoutMs: number): FilterAnswers {
  const asked = new Map<string, AskedFilter>();

  return {
    match(filter, column, value, role) {
      const decided = matchFilter(filter, column, value);
      if (decided !== undefined || value === null) return negate(decided, filter.isNegated);
      const text = toQuestion(filter, column);
      const key = JSON.stringify([role, text, filter.value]);
      const known = asked.get(key) ?? { filter, role, text, answers: new Map<string, Truth>() };
      asked.set(key, known);
      if (!known.answers.has(value)) known.answers.set(value, undefined);
      return negate(known.answers.get(value), filter.isNegated);
    },
    async ask() {
      const slow: CheckedFilter[] = [];
      for (const [role, group] of Map.groupBy(asked.values(), (one) => one.role)) {
        const questions = group.map(({ text, filter, answers }) => ({
          claimsText: '{}',
          statement: { text, values: [toSentValue([...answers.keys()]), filter.value] },
        }));
        const answers = await ask(requests, role, questions, { timeoutMs });
        group.forEach((one, index) => {
          const answer = answers[index];
          const rows = answer !== undefined && 'rows' in answer ? answer.rows : [];
          if (answer !== undefined && 'error' in answer && sqlStateOf(answer.error) === '57014')
            slow.push(one.filter);
          // What cannot be decided does not pass.
          [...one.answers.keys()].forEach((value, row) => {
            one.answers.set(value, toTruth(rows[row]?.[0]));
          });
        });
      }
      return slow;
    },
  };
}

function toTruth(text: string | null | undefined): Truth {
  return text === undefined || text === null ? null : text === 'true';
}

function toQuestion({ operator }: CheckedFilter, { sqlType, isText }: ColumnDefinition): string {
  const isPattern = isText && ['like', 'ilike', 'match', 'imatch'].includes(operator);
  const condition =
    operator === 'in'
      ? `given.value::${sqlType} = any($2::${sqlType}[])`
      : `given.value::${sqlType} ${symbols[operator]} $2::${isPattern ? 'text' : sqlType}`;
  return `select (${condition})::text from unnest($1::text[]) with ordinality as given(value, place) order by place`;
}
