import type { TomlTable, TomlValue } from 'smol-toml';

/** Adds the keys of one TOML table to another, also in the tables below it. A value that both have is reported, and the first counts. */
export function mergeTables(
  first: TomlTable,
  second: TomlTable,
  onDuplicate: (key: string) => void,
  path = '',
): TomlTable {
  const merged = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const present = merged[key];
    if (present === undefined) merged[key] = value;
    else if (isTable(present) && isTable(value))
      merged[key] = mergeTables(present, value, onDuplicate, `${path}${key}.`);
    else onDuplicate(`${path}${key}`);
  }
  return merged;
}

function isTable(value: TomlValue): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}
