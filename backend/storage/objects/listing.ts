/** A file, or a folder that stands for all the names in it. */
export interface ListedEntry {
  /** The whole name; that of a folder ends with `/`. */
  path: string;
  is_folder: boolean;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: object | null;
  /** What it was sorted by, when it was not the name. */
  at: string | null;
}

export type SortColumn = 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';

export interface NameRange {
  /** No name with the prefix comes at or behind it. */
  end: string;
}

/** Where names with this prefix end. Undefined when no name can have it. */
export function rangeOf(prefix: string): NameRange | undefined {
  // Names are ASCII, so this is behind them all.
  if (prefix === '') return { end: '\u{10ffff}' };
  if (!/^[\x20-\x7d]+$/.test(prefix)) return undefined;
  const last = prefix.charCodeAt(prefix.length - 1);
  return { end: prefix.slice(0, -1) + String.fromCharCode(last + 1) };
}
