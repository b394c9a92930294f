import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';

/** What the rules need to know about a source file. */
export interface Source {
  path: string;
  lines: number;
  /** Files of this repository that it imports, by path from the root; types, dynamic imports and workers included. */
  files: string[];
  /** Everything else that it imports: `react`, `node:fs`. */
  packages: string[];
  /** It has only imports and re-exports. */
  onlyReExports: boolean;
  readsEnvironment: boolean;
  functions: SourceFunction[];
}

export interface SourceFunction {
  /** `listen`; an arrow function has no name of its own. */
  name: string;
  line: number;
  lines: number;
  parameters: number;
}

export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  const fault = errors[0];
  if (fault) throw new Error(`${file} cannot be parsed: ${fault.message}`);
  const { specifiers, readsEnvironment } = visit(program);
  const resolved = specifiers.map((specifier) => resolve(file, specifier));
  return {
    path: file,
    lines: text.replace(/\n$/, '').split('\n').length,
    files: [...new Set(resolved.filter((target) => target.isFile).map((target) => target.name))],
    packages: [...new Set(resolved.filter((target) => !target.isFile).map((target) => target.name))],
    onlyReExports: onlyReExports(program.body),
    readsEnvironment,
    functions: findFunctions(program, text),
  };
}

function findFunctions(program: ESTree.Program, text: string): SourceFunction[] {
  const found: SourceFunction[] = [];
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const add = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const line = lineAt(node.start);
    const name = node.id?.name ?? 'a function without a name';
    found.push({ name, line, lines: lineAt(node.end) - line + 1, parameters: node.params.length });
  };
  new Visitor({
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program);
  return found;
}

function visit(program: ESTree.Program): { specifiers: string[]; readsEnvironment: boolean } {
  const specifiers: string[] = [];
  let readsEnvironment = false;
  const add = (node: unknown) => {
    if (isText(node)) specifiers.push(node.value);
  };
  new Visitor({
    ImportDeclaration(node) {
      add(node.source);
      const named = node.specifiers.some(
        (it) => it.type === 'ImportSpecifier' && nameOf(it.imported) === 'env',
      );
      if (/^(node:)?process$/.test(node.source.value) && named) readsEnvironment = true;
    },
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    TSExternalModuleReference: (node) => add(node.expression),
    CallExpression({ callee, arguments: [first] }) {
      const isGlob =
        callee.type === 'MemberExpression' && isMeta(callee.object) && nameOf(callee.property) === 'glob';
      if (isGlob || nameOf(callee) === 'require') add(first);
    },
    NewExpression({ callee, arguments: [first, second] }) {
      const besideThisFile = second?.type === 'MemberExpression' && isMeta(second.object);
      if (nameOf(callee) === 'URL' && besideThisFile && isText(first) && /\.[jt]sx?$/.test(first.value))
        add(first);
    },
    MemberExpression({ object, property }) {
      if (
        nameOf(object) === 'process' &&
        (nameOf(property) === 'env' || (isText(property) && property.value === 'env'))
      ) {
        readsEnvironment = true;
      }
    },
    VariableDeclarator({ id, init }) {
      if (nameOf(init) !== 'process' || id.type !== 'ObjectPattern') return;
      if (id.properties.some((it) => it.type === 'Property' && nameOf(it.key) === 'env'))
        readsEnvironment = true;
    },
  }).visit(program);
  return { specifiers, readsEnvironment };
}

function onlyReExports(body: ESTree.Program['body']): boolean {
  const imported = new Set<string>();
  for (const node of body) {
    if (node.type === 'ImportDeclaration') for (const it of node.specifiers) imported.add(it.local.name);
  }
  const isReExport = (node: (typeof body)[number]) => {
    if (node.type === 'ExportAllDeclaration') return true;
    if (node.type === 'ExportDefaultDeclaration') return imported.has(nameOf(node.declaration) ?? '');
    if (node.type !== 'ExportNamedDeclaration' || node.declaration || node.specifiers.length === 0)
      return false;
    return node.source !== null || node.specifiers.every((it) => imported.has(nameOf(it.local) ?? ''));
  };
  return body.some(isReExport) && body.every((node) => node.type === 'ImportDeclaration' || isReExport(node));
}

function resolve(from: string, specifier: string): { name: string; isFile: boolean } {
  const name = specifier.replace(/\?.*$/, '');
  if (name.startsWith('/')) return { name: name.slice(1), isFile: true };
  if (!name.startsWith('.')) return { name, isFile: false };
  return { name: path.posix.join(path.posix.dirname(from), name), isFile: true };
}

function nameOf(node: { type: string } | null | undefined): string | undefined {
  return node?.type === 'Identifier' && 'name' in node && typeof node.name === 'string'
    ? node.name
    : undefined;
}

function isText(node: unknown): node is ESTree.StringLiteral {
  return typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string';
}

function isMeta(node: { type: string }): boolean {
  return node.type === 'MetaProperty';
}
