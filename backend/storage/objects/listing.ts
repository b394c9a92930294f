/** A file, or a folder that represents all names in it. */
export interface ListedEntry {
  /** The full name; a folder's ends with `/`. */
  path: string;
  is_folder: boolean;
  id: string | null;
  updated_at: Date | null;
  created_at: Date | null;
  last_accessed_at: Date | null;
  metadata: object | null;
  /** The sort value, when the list is not sorted by name. */
  at: string | null;
}

export type SortColumn = 'name' | 'updated_at' | 'created_at' | 'last_accessed_at';

export interface NameRange {
  /** The exclusive upper bound of names with the prefix. */
  end: string;
}

/** The upper bound of names with this prefix; undefined when no name can have it. */
export function rangeOf(prefix: string): NameRange | undefined {
  // Names are ASCII, so this follows all of them.
  if (prefix === '') return { end: '\u{10ffff}' };
  if (!/^[\x20-\x7d]+$/.test(prefix)) return undefined;
  const last = prefix.charCodeAt(prefix.length - 1);
  return { end: prefix.slice(0, -1) + String.fromCharCode(last + 1) };
}
