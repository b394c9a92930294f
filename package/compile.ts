/** TypeScript as JavaScript with a source map: Node does not strip types inside node_modules. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';

export interface Compiled {
  code: string;
  map: string;
}

/** `file` is relative to `root`, the folder of the program. */
export async function compile(root: string, file: string, text: string): Promise<Compiled> {
  const { code, map } = await transformWithOxc(text, join(root, file), {
    sourcemap: true,
    target: 'es2024',
    jsx: { runtime: 'automatic', development: false },
    typescript: { onlyRemoveTypeImports: true },
  });
  const name = basename(toJavaScript(file));
  const sources = [basename(file)];
  return {
    code: `${nameCompiledFiles(root, file, code)}\n//# sourceMappingURL=${name}.map\n`,
    map: JSON.stringify({ ...map, file: name, sources }),
  };
}

export function toJavaScript(file: string): string {
  return file.replace(/(?<!\.d)\.tsx?$/, '.js');
}

/** Texts in quotes that name a file of the program: imports, workers, and what the build starts from. */
export function nameCompiledFiles(root: string, file: string, code: string): string {
  return code.replaceAll(/(["'`])([^"'`\s]+\.tsx?)\1/g, (text, quote: string, path: string) =>
    namesSource(root, file, path) ? `${quote}${toJavaScript(path)}${quote}` : text,
  );
}

/** Relative to the file or to the program. The settings of a site stay TypeScript, as its owner writes them. */
function namesSource(root: string, file: string, path: string): boolean {
  if (path === 'site.config.ts') return false;
  const folder = join(root, dirname(file));
  return existsSync(join(folder, path)) || existsSync(join(root, path));
}
