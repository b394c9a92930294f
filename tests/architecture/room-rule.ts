import type { Source } from './parse-source.ts';

/** A row of the table in the architecture: these rooms may import those. npm packages and a room's own files are always allowed. */
export interface Row {
  rooms: string[];
  mayImport: string[];
}

/** Each import that the table does not allow, as a sentence. */
export function findForbiddenImports(sources: Source[], table: Row[]): string[] {
  const allowed = new Map(table.flatMap(({ rooms, mayImport }) => rooms.map((room) => [room, mayImport])));
  return sources.flatMap((source) => {
    const room = roomOf(source.path);
    const mayImport = allowed.get(room);
    if (!mayImport)
      return [`${source.path}: the room "${room}" is not in the table; add it with what it may import`];
    const rooms = [...mayImport, ...allowedInTests(source.path, room)];
    return source.files
      .filter((file) => roomOf(file) !== room && !rooms.includes(roomOf(file)))
      .map((file) => `${source.path} imports ${file}: "${room}" may not import "${roomOf(file)}"`);
  });
}

/**
 * A test beside its file may use the test house, and a test of a service may put the backend together to knock at its front door;
 * otherwise it keeps to the rules of its room.
 */
function allowedInTests(file: string, room: string): string[] {
  if (!isTest(file) && !/(^|\/)test-[\w-]+\.ts$/.test(file)) return [];
  return room.startsWith('backend/') ? ['tests', 'backend'] : ['tests'];
}

/** `markdown/tree.ts` is in `markdown`, `backend/auth/logout.ts` in `backend/auth`; a file at the top is a room of its own. */
export function roomOf(file: string): string {
  const parts = file.split('/');
  if (parts[0] === 'backend' && parts.length > 2) return `backend/${parts[1]}`;
  return parts[0] ?? file;
}

export function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file);
}
