import type { Source } from './parse-source.ts';

/** A row of the table of imports: these modules may import those. npm packages and a module's own files are always allowed. */
export interface Row {
  modules: string[];
  mayImport: string[];
}

/** Each import that the table does not allow, as a sentence. */
export function findForbiddenImports(sources: Source[], table: Row[]): string[] {
  const allowed = new Map(
    table.flatMap(({ modules, mayImport }) => modules.map((module) => [module, mayImport])),
  );
  return sources.flatMap((source) => {
    const module = moduleOf(source.path);
    const mayImport = allowed.get(module);
    if (!mayImport)
      return [`${source.path}: the module "${module}" is not in the table; add it with what it may import`];
    const modules = [...mayImport, ...allowedInTests(source.path, module)];
    return source.files
      .filter((file) => moduleOf(file) !== module && !modules.includes(moduleOf(file)))
      .map((file) => `${source.path} imports ${file}: "${module}" may not import "${moduleOf(file)}"`);
  });
}

/**
 * A test beside its file may use `tests/`, and a test of a service may start the whole backend;
 * otherwise it follows the rules of its module.
 */
function allowedInTests(file: string, module: string): string[] {
  if (!isTest(file)) return [];
  return module.startsWith('backend/') ? ['tests', 'backend'] : ['tests'];
}

/** `markdown/tree.ts` is in `markdown`, `backend/auth/sessions/logout.ts` in `backend/auth`; a file at the top is a module of its own. */
export function moduleOf(file: string): string {
  const parts = file.split('/');
  if (parts[0] === 'backend' && parts.length > 2) return `backend/${parts[1]}`;
  return parts[0] ?? file;
}

export function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file);
}
