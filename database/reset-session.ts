/**
 * Statements before every transaction of a caller. Connections are shared, and a function that executes text can leave settings or
 * temporary tables, which would affect the next caller.
 */
export const resetSessionStatements = ['reset all', 'discard temp'] as const;
