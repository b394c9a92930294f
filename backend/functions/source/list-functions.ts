import { join } from 'node:path';
import type { FunctionsConfig } from '../../config/functions-config.ts';
import { findEntry, isFunctionName, settingsOf } from './function-settings.ts';
import { listSources } from './list-sources.ts';

/** The functions that can be called, by name. */
export function listFunctions(
  config: FunctionsConfig,
  configFolder: string,
): { name: string; isPublic: boolean }[] {
  if (!config.enabled) return [];
  const { files } = listSources(join(configFolder, 'functions'));
  const folders = files.flatMap((file) => file.split(/[\\/]/)[0] ?? []);
  const names = [...new Set([...folders, ...config.functions.keys()])].filter(isFunctionName).sort();
  return names.flatMap((name) => {
    const { enabled, entrypoint, verifyJwt } = settingsOf(config, name);
    const isThere = entrypoint !== undefined || findEntry(name, files) !== undefined;
    return enabled && isThere ? [{ name, isPublic: !verifyJwt }] : [];
  });
}
