/** The types of a parsed query. They know neither tables nor SQL. */

/** Parameters of the query string in order, decoded. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** A value from the query string. `pair` is the index of its parameter, so that a compiled statement can be reused. */
export interface Value {
  text: string;
  from?: { pair: number; start: number };
}

/** One step into a JSON value: `->key`, `->>key`, `->0`. */
export interface JsonStep {
  arrow: '->' | '->>';
  key: string;
  isIndex: boolean;
}

export interface Field {
  name: string;
  path: JsonStep[];
}

export const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const;
export type Aggregate = (typeof aggregates)[number];

export interface SelectField {
  kind: 'field';
  field: Field;
  alias?: string | undefined;
  cast?: string | undefined;
  aggregate?: Aggregate | undefined;
  aggregateCast?: string | undefined;
}

export interface SelectEmbed {
  kind: 'embed';
  target: string;
  alias?: string | undefined;
  hint?: string | undefined;
  join?: 'inner' | 'left' | undefined;
  isSpread: boolean;
  items: SelectItem[];
}

export type SelectItem = SelectField | SelectEmbed;

export type Quantifier = 'any' | 'all';
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Test =
  | { kind: 'compare'; operator: string; value: Value; quantifier?: Quantifier | undefined }
  | { kind: 'in'; list: Value }
  | { kind: 'is'; value: IsValue }
  | { kind: 'distinct'; value: Value }
  | { kind: 'search'; operator: string; language?: string | undefined; value: Value };

export interface Filter {
  kind: 'filter';
  field: Field;
  isNegated: boolean;
  test: Test;
}

export interface LogicGroup {
  kind: 'group';
  operator: 'and' | 'or';
  isNegated: boolean;
  members: Logic[];
}

export type Logic = Filter | LogicGroup;

export interface OrderTerm {
  /** Set when the order is by a column of an embedded resource. */
  relation?: string | undefined;
  field: Field;
  direction?: 'asc' | 'desc' | undefined;
  nulls?: 'first' | 'last' | undefined;
}

/** A value for the resource at a path; an empty path is the table itself. */
export interface At<T> {
  path: string[];
  value: T;
}

export interface Query {
  select: SelectItem[];
  /** Filters in order, of the table and of embedded resources. */
  filters: At<Filter>[];
  logic: At<LogicGroup>[];
  orders: At<OrderTerm[]>[];
  limits: At<number>[];
  offsets: At<number>[];
  columns: string[] | undefined;
  onConflict: string[] | undefined;
  /** Arguments of a function that is called by GET. */
  args: { name: string; value: Value }[];
}
