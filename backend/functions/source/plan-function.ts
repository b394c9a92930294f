import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FunctionHome } from '../deno/function-user.ts';
import { toNetworkRules } from '../deno/network-rules.ts';
import type { FunctionsOptions } from '../service.ts';
import type { WorkerPlan } from '../worker/worker-command.ts';
import { findEntry, settingsOf, toInsidePath, writeConfig } from './function-settings.ts';
import type { Sources } from './list-sources.ts';
import { readSecrets } from './read-secrets.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** Everything that is needed to start a function, from its files as they are now. */
export async function planFunction(
  options: FunctionsOptions,
  place: { home: FunctionHome; siteSocket: string; functionsFolder: string },
  name: string,
  sources: Sources,
): Promise<WorkerPlan> {
  const { home, siteSocket, functionsFolder } = place;
  const { files, version } = sources;
  const settings = settingsOf(options.config, name);
  const inside = (path: string, key: string) => {
    const found = toInsidePath(path, options.configFolder, functionsFolder);
    if (found !== undefined) return found;
    throw new Error(`functions.${name}.${key} is "${path}", which is outside of supabase/functions`);
  };
  const file = (path: string, key: string) => {
    const found = inside(path, key);
    if (files.includes(found)) return found;
    throw new Error(`functions.${name}.${key} is "${path}", and there is no such file`);
  };
  const snapshot = await takeSnapshot({ from: functionsFolder, files, to: home.snapshots, version });
  const entry = settings.entrypoint ? file(settings.entrypoint, 'entrypoint') : findEntry(name, files);
  if (entry === undefined) throw new Error(`${name} has no index.ts`);
  const importMap = settings.importMap && file(settings.importMap, 'import_map');
  const shared = new Set(
    files.map((file) => file.split(/[/\\]/)[0] ?? '').filter((first) => first.startsWith('_')),
  );
  const statics = settings.staticFiles.map((pattern) =>
    inside(pattern.replace(/[^/]*[*?[{].*$/, ''), 'static_files'),
  );
  const lock = [join(name, 'deno.lock'), 'deno.lock'].find((path) => files.includes(path));
  const { variables } = await readSecrets(functionsFolder, options.config.secrets);
  return {
    name,
    version,
    home,
    entry: pathToFileURL(join(snapshot, entry)).href,
    config: await writeConfig({ snapshot, name, entry, files, importMap }),
    usesNodeServer: await usesNodeServer(snapshot, [dirname(entry), ...shared], files),
    lock: lock && join(snapshot, lock),
    readable: [name, ...shared, ...statics].map((path) => join(snapshot, path)),
    ...(await toNetworkRules(options.privateHosts)),
    environment: { ...variables, ...options.environment },
    certificates: options.certificates,
    toOwnWords: (text) =>
      text
        .replaceAll(pathToFileURL(snapshot).href, 'supabase/functions')
        .replaceAll(snapshot, 'supabase/functions')
        .split('\n')
        .filter((line) => !line.includes(home.runtime))
        .join('\n'),
    siteUrl: options.siteUrl,
    siteSocket,
  };
}

/** Whether it has a server of Node's own, as Express, Koa and Fastify do. Preparing for one takes as long as the rest of a start. */
async function usesNodeServer(
  snapshot: string,
  folders: readonly string[],
  files: readonly string[],
): Promise<boolean> {
  for (const file of files) {
    const isCode =
      /\.[cm]?[jt]sx?$/.test(file) && folders.some((folder) => file.startsWith(join(folder, '/')));
    if (isCode && /(?<!Deno)\.listen\s*\(/.test(await readFile(join(snapshot, file), 'utf8'))) return true;
  }
  return false;
}
