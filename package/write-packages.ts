/** The packages that others install: `porchlight` is the program, `create-porchlight` makes the folder of a site. */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compile, toJavaScript } from './compile.ts';
import { copyPublic, isPublic } from './copy-public.ts';
import { describeCreatePackage, describeProgram, describeSite, type Manifest } from './manifests.ts';
import { withoutSampleLinks } from './without-sample-links.ts';

const root = join(import.meta.dirname, '..');

const folders = [
  'app',
  'backend',
  'database',
  'markdown',
  'names',
  'page-views',
  'running',
  'server',
  'supabase/migrations',
];
const files = ['porchlight.js', 'main.ts', 'vite.config.ts', 'README.md', 'CHANGELOG.md', 'LICENSE'];

/** In place of the files that a site at the root of the program has. The settings are those of the site's own folder. */
const inPlace = {
  'site-folder.js': `/** The program is in its package, the site in the folder in which a command runs. */
export const programFolder = import.meta.dirname;
export const siteFolder = process.cwd();
`,
  'site.config.js': `import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { siteFolder } from './site-folder.js';

const { default: site } = await import(pathToFileURL(join(siteFolder, 'site.config.ts')).href);
export default site;
`,
  // It runs in the Node of its caller, and what it imports cannot be read by an older one.
  'testing.js': `const oldestNode = 24;
if (Number.parseInt(process.versions.node, 10) < oldestNode)
  throw new Error(\`porchlight/testing needs Node \${oldestNode} or later, and this is \${process.versions.node}.\`);
export const { startBackend } = await import('./backend/testing/start-backend.js');
`,
  'backend/testing/start-backend.d.ts': `import type { StartBackend } from './test-backend.js';

export type * from './test-backend.js';
export declare const startBackend: StartBackend;
`,
};

/** They have nothing but types, which are declarations as they stand. */
const typesOnly = ['app/site-config.ts', 'backend/testing/test-backend.ts'];

/** Writes both packages into new folders in `target`. */
export async function writePackages(target: string): Promise<{ program: string; create: string }> {
  const program = join(target, 'porchlight');
  const create = join(target, 'create-porchlight');
  await Promise.all([program, create].map((folder) => rm(folder, { recursive: true, force: true })));
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  await writeProgram(program, manifest);
  await writeCreatePackage(create, manifest);
  return { program, create };
}

async function writeProgram(target: string, manifest: Manifest): Promise<void> {
  const lists = await Promise.all(folders.map(listFiles));
  for (const file of [...files, ...lists.flat()]) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    if (isSource(file)) await writeCompiled(target, file);
    else await copyFile(join(root, file), join(target, file));
  }
  for (const [file, text] of Object.entries(inPlace)) await writeFile(join(target, file), text);
  for (const file of typesOnly) await copyFile(join(root, file), join(target, file.replace('.ts', '.d.ts')));
  await writeJson(join(target, 'package.json'), describeProgram(manifest));
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && isPublic(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
}

function isSource(file: string): boolean {
  return file === 'porchlight.js' || toJavaScript(file) !== file;
}

async function writeCompiled(target: string, file: string): Promise<void> {
  const { code, map } = await compile(root, file, await readFile(join(root, file), 'utf8'));
  const name = join(target, toJavaScript(file));
  await writeFile(name, code);
  await writeFile(`${name}.map`, map);
}

/** The sample site is this repository's own; an empty one has a page that says how to begin. */
async function writeCreatePackage(target: string, manifest: Manifest): Promise<void> {
  const template = join(target, 'template');
  const [site, empty] = [join(template, 'site'), join(template, 'empty')];
  await mkdir(empty, { recursive: true });
  await copyFile(
    join(import.meta.dirname, 'create', 'create-porchlight.js'),
    join(target, 'create-porchlight.js'),
  );
  await copyFile(join(root, 'LICENSE'), join(target, 'LICENSE'));
  await writeJson(join(target, 'package.json'), describeCreatePackage(manifest));
  await copyPublic(join(import.meta.dirname, 'site'), template);
  await writeJson(join(site, 'package.json'), describeSite(manifest));
  // npm would take it for its own list.
  await copyFile(join(root, '.gitignore'), join(site, 'gitignore'));
  for (const part of ['content', 'supabase/functions', 'supabase/config.toml', 'supabase/porchlight.toml'])
    await copyPublic(join(root, part), join(site, part));
  const config = (await readFile(join(root, 'site.config.ts'), 'utf8')).replace(
    './app/site-config.ts',
    'porchlight',
  );
  await writeFile(join(site, 'site.config.ts'), config);
  await writeFile(join(empty, 'site.config.ts'), withoutSampleLinks(config));
}

function writeJson(file: string, value: object): Promise<void> {
  return writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
