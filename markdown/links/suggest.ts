import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { splitPath } from '../files/content-files.ts';
import { findNearestName } from '../frontmatter/nearest-name.ts';

/** What an author probably meant. Names are compared within one folder, because comparing with all pages of a large site takes long. */
export interface Suggestions {
  forAddress(address: string): string | undefined;
  forFile(base: string, path: string): string | undefined;
}

export function createSuggestions(addresses: Iterable<string>): Suggestions {
  const byFolder = new Map<string, string[]>();
  const byName = new Map<string, string[]>();
  for (const address of addresses) {
    const { folder, name } = splitPath(address);
    add(byFolder, folder, name);
    add(byName, name, address);
  }
  return {
    forAddress(address) {
      const { folder, name } = splitPath(address);
      const moved = byName.get(name);
      if (moved?.length === 1) return moved[0];
      const near = findNearestName(name, byFolder.get(folder) ?? []);
      return near === undefined ? undefined : `${folder}/${near}`;
    },
    forFile(base, path) {
      const { folder, name } = splitPath(path);
      return findNearestName(name, listNames(join(base, folder)));
    },
  };
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
