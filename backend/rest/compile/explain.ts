import type { MediaType } from '../request/media-type.ts';
import type { Statement } from '../sql/statement.ts';

/** Wraps a statement in EXPLAIN when the client requests its plan. */
export function explain(statement: Statement, media: MediaType): Statement {
  if (media.kind !== 'plan') return statement;
  const options = [`format ${media.format}`, ...media.options];
  return { ...statement, text: `explain (${options.join(', ')}) ${statement.text}` };
}
