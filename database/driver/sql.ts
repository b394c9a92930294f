/** The tag for SQL: what stands in `${}` is sent as a value, or is a part of the statement made by `fragment` or `identifier`. */
import { type SentValue, type SqlValue, toSentValue } from './values.ts';

/** A statement with `$1`, `$2` … and its values. */
export interface Statement {
  text: string;
  values: readonly SentValue[];
}

/** The rows of a statement. */
export type Rows<Row extends object> = Row[] & {
  /** How many rows were read, inserted, changed or removed. */
  readonly count: number;
};

type AnyRow = Record<string, ReturnType<typeof JSON.parse>>;

export interface Sql {
  <Result extends readonly object[] = AnyRow[]>(
    template: TemplateStringsArray,
    ...values: Part[]
  ): Promise<Rows<Result[number]>>;
  /** A text that holds no value of a user, with `$1`, `$2` … for the values. */
  unsafe<Result extends readonly object[] = AnyRow[]>(
    text: string,
    values: readonly SqlValue[],
  ): Promise<Rows<Result[number]>>;
  /** Any number of statements without values. Gives the rows of the last one. */
  script<Result extends readonly object[] = AnyRow[]>(text: string): Promise<Rows<Result[number]>>;
}

/** Runs statements of one transaction. Statements that are begun together are sent together. */
export interface TransactionSql extends Sql {
  readonly isTransaction: true;
}

export type Part = SqlValue | Fragment;

/** A part of a statement, with its values. */
export class Fragment {
  readonly texts: readonly string[];
  readonly parts: readonly Part[];

  constructor(texts: readonly string[], parts: readonly Part[]) {
    this.texts = texts;
    this.parts = parts;
  }
}

export function fragment(template: TemplateStringsArray, ...parts: Part[]): Fragment {
  return new Fragment(template, parts);
}

/** A text that becomes part of the statement as it is. It must hold no value of a user. */
export function rawFragment(text: string): Fragment {
  return new Fragment([text], []);
}

export function identifier(name: string): Fragment {
  return rawFragment(`"${name.replaceAll('"', '""')}"`);
}

/** `"a" = $1, "b" = $2`, for an update. */
export function assignments(columns: Record<string, SqlValue>): Fragment {
  return joinFragments(
    Object.entries(columns).map(([name, value]) => fragment`${identifier(name)} = ${value}`),
    ', ',
  );
}

/** `("a", "b") values ($1, now())`, for an insert of values and expressions. */
export function insertion(columns: Record<string, Part>): Fragment {
  const names = joinFragments(Object.keys(columns).map(identifier), ', ');
  const values = joinFragments(
    Object.values(columns).map((value) => fragment`${value}`),
    ', ',
  );
  return fragment`(${names}) values (${values})`;
}

export function joinFragments(fragments: readonly Fragment[], separator: string): Fragment {
  const texts = fragments.map((_, index) => (index === 0 ? '' : separator));
  return new Fragment([...texts, ''], fragments);
}

export function toStatement(texts: readonly string[], parts: readonly Part[]): Statement {
  const values: SentValue[] = [];
  const write = (fragment: Pick<Fragment, 'texts' | 'parts'>): string => {
    let text = fragment.texts[0] ?? '';
    fragment.parts.forEach((part, index) => {
      text += part instanceof Fragment ? write(part) : `$${values.push(toSentValue(part))}`;
      text += fragment.texts[index + 1] ?? '';
    });
    return text;
  };
  return { text: write({ texts, parts }), values };
}

/** The tag over something that runs statements. */
export function createSql(
  run: (statement: Statement) => Promise<Rows<object>>,
  script: (text: string) => Promise<Rows<object>>,
): Sql {
  const tag = async (template: TemplateStringsArray, ...parts: Part[]) => run(toStatement(template, parts));
  return Object.assign(tag, {
    unsafe: async (text: string, values: readonly SqlValue[]) =>
      run({ text, values: values.map(toSentValue) }),
    script,
  }) as Sql;
}
