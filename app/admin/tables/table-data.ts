/** What the admin API says about tables. The server answers in these shapes. */

/** `GET /tables` */
export interface TableList {
  tables: TableEntry[];
}

export interface TableEntry {
  schema: string;
  name: string;
  kind: 'table' | 'view' | 'materialized view' | 'foreign table';
  /** As the database estimates it; null before it has counted. */
  rows: number | null;
  bytes: number;
  comment: string | null;
  rowSecurity: boolean;
  /** Whether every visitor may use it: row security is off, and the public key has rights. */
  isOpen: boolean;
}

/** `GET /tables/table?table=public.runs` */
export interface TableDetails extends TableEntry {
  columns: Column[];
  /** The columns of the primary key; none for a view. Without it rows are shown, and not changed. */
  key: string[];
  policies: Policy[];
  /** Tables of other services, views without rules and tables without a key can be read only. */
  canWrite: boolean;
}

export interface Column {
  name: string;
  /** As Postgres writes it: `character varying(20)`. */
  type: string;
  kind: ColumnKind;
  nullable: boolean;
  default: string | null;
  comment: string | null;
  /** Written by the database only. */
  isGenerated: boolean;
  /** Of an enum, in its order. */
  values: string[] | null;
  references: { schema: string; name: string; column: string } | null;
}

export type ColumnKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'json'
  | 'array'
  | 'enum'
  | 'date'
  | 'timestamp'
  | 'time'
  | 'uuid'
  | 'bytes'
  | 'other';

export interface Policy {
  name: string;
  /** `select`, `insert`, `update`, `delete` or `all`. */
  command: string;
  permissive: boolean;
  roles: string[];
  using: string | null;
  check: string | null;
}

/** A cell is the text that Postgres writes for the value, or null: no digit of a number and no key of a json is lost. */
export type Cell = string | null;
export type Row = Record<string, Cell>;

/** In the address: `?filter=distance.gt.5000&filter=title.ilike.*run*`. */
export interface Filter {
  column: string;
  operator: 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'ilike' | 'in' | 'is';
  value: string;
}

/** `GET /tables/rows?table=public.runs&filter=…&sort=started_at.desc&after=…&as=anon` */
export interface RowPage {
  rows: Row[];
  /** Gives the next page; null at the end. */
  next: string | null;
  /** Cells that are longer than shown, by the place of their row: `GET /tables/row` has them whole. */
  cut?: Record<number, string[]>;
  /** Whether there are more rows that cannot be reached: a view has no key to go on from. */
  isPartial?: true;
  /** With `as`: why that person sees nothing at all. */
  refused?: string;
}

/** The values of the primary key. */
export type RowKey = Record<string, string>;

/** `POST /tables/insert`, answered with the rows as they are stored. */
export interface InsertRows {
  table: string;
  rows: Row[];
}

/** `POST /tables/update`: refused with 409 `changed` and the `row` as it is if `old` does not hold any more. */
export interface UpdateRow {
  table: string;
  key: RowKey;
  old: Row;
  new: Row;
}

/** `POST /tables/delete`: refused with 409 `follow` if rows of other tables would follow, until that is accepted. */
export interface DeleteRows {
  table: string;
  keys: RowKey[];
  accepted?: boolean;
}

export interface DeletedRows {
  rows: Row[];
  follow: FollowingRows[];
}

/** Rows of another table that refer to deleted ones. Counted up to 1,001. */
export interface FollowingRows {
  table: string;
  rows: number;
  action: 'deleted' | 'detached';
}
