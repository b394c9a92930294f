/**
 * The beginning of every transaction of a caller. Connections are shared, and a function that executes text can leave settings or
 * temporary tables on one: the next caller's names and claims would be looked up there.
 */
export const resetSessionStatements = ['reset all', 'discard temp'] as const;
