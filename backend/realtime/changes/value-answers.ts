/** JSON texts of values. Those of types that only Postgres can convert are asked for together. */
import type { Connections } from '../../../database/database.ts';
import { toSentValue } from '../../../database/driver/values.ts';
import { DatabaseUnavailable } from '../../../database/errors.ts';
import { toJsonText } from './json-values.ts';
import type { ColumnDefinition } from './table-definition.ts';

export interface ValueAnswers {
  /** Undefined: it is asked for with the next `ask`. */
  toJson(text: string | null, column: ColumnDefinition): string | undefined;
  ask(): Promise<void>;
}

export function createValueAnswers(catalogue: Pick<Connections, 'batch'>): ValueAnswers {
  /** By type, then by text. */
  const asked = new Map<string, Map<string, string | undefined>>();

  return {
    toJson(text, column) {
      if (text === null) return 'null';
      const known = toJsonText(text, column.type);
      if (known !== undefined) return known;
      const answers = asked.get(column.sqlType) ?? new Map<string, string | undefined>();
      asked.set(column.sqlType, answers);
      if (!answers.has(text)) answers.set(text, undefined);
      return answers.get(text);
    },
    async ask() {
      for (const [sqlType, answers] of asked) {
        const texts = [...answers.keys()];
        const rows = await convert(catalogue, sqlType, texts);
        texts.forEach((text, index) => {
          answers.set(text, rows[index] ?? JSON.stringify(text));
        });
      }
    },
  };
}

/** Without rights on the type, its text is the best that is known. */
async function convert(
  catalogue: Pick<Connections, 'batch'>,
  sqlType: string,
  texts: readonly string[],
): Promise<(string | null | undefined)[]> {
  const text = `select to_jsonb(given.value::${sqlType}) from unnest($1::text[]) with ordinality as given(value, place) order by place`;
  try {
    const [rows] = await catalogue.batch([{ text, values: [toSentValue(texts)] }]);
    return (rows ?? []).map(([value]) => value);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return [];
  }
}
