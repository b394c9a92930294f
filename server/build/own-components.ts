/** The owner's own React components, as part of Vite's build: `content/components/counter.tsx` is `::own-counter` in a page. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ownComponentFile, ownComponentsFolder } from '../../markdown/components.ts';

/** Takes the place of `app/components/prose/own-components.ts`. */
export function ownComponents(contentFolder: string): Plugin {
  const folder = join(contentFolder, ownComponentsFolder);
  return {
    name: 'own-components',
    enforce: 'pre',
    transform(_code, id, options) {
      if (!/\/prose\/own-components\.[jt]s$/.test(id)) return;
      const files = listFiles(folder);
      return options?.ssr ? writeImports(files, folder) : writeLoaders(files, folder);
    },
    configureServer({ watcher, environments, ws }) {
      watcher.add(folder);
      const onFile = (file: string) => {
        if (!file.startsWith(folder)) return;
        for (const { moduleGraph } of Object.values(environments)) moduleGraph.invalidateAll();
        ws.send({ type: 'full-reload' });
      };
      watcher.on('add', onFile).on('unlink', onFile);
    },
  };
}

/** Other files of the folder are what the components import. */
function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tsx') && ownComponentFile(`own-${name.slice(0, -4)}`) !== undefined)
    .sort();
}

/** React renders a page in one go, so on the server they are there from the start. */
function writeImports(files: string[], folder: string): string {
  const imports = files.map((file, index) => `import Own${index} from ${toImport(folder, file)};`);
  const entries = files.map((file, index) => `${toName(file)}: Own${index}`);
  return `${imports.join('\n')}\nexport const ownComponents = { ${entries.join(', ')} };`;
}

/** Only a page that has one loads it. */
function writeLoaders(files: string[], folder: string): string {
  if (files.length === 0) return 'export const ownComponents = {};';
  const entries = files.map((file) => `${toName(file)}: lazy(() => import(${toImport(folder, file)}))`);
  return `import { lazy } from 'react';\nexport const ownComponents = { ${entries.join(', ')} };`;
}

function toName(file: string): string {
  return JSON.stringify(`Own-${file.slice(0, -'.tsx'.length)}`);
}

function toImport(folder: string, file: string): string {
  return JSON.stringify(join(folder, file).replaceAll('\\', '/'));
}
