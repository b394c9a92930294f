import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checked, checkYaml } from '../frontmatter/check-yaml.ts';
import { type FolderSettings, folderSettingsFields } from '../frontmatter/frontmatter-schema.ts';
import { describeFaults } from '../frontmatter/parse-metadata.ts';
import type { ContentLog } from '../log.ts';
import { type ContentFolder, joinPath, type VisibleChange } from './content-files.ts';

export const FOLDER_SETTINGS = '.navigation.yml';

/** Reads a folder's `.navigation.yml`. While it is broken the settings stay as they were, and the log says why. */
export function readFolderSettings(
  base: string,
  folder: ContentFolder,
  log: ContentLog,
): VisibleChange | undefined {
  const file = joinPath(folder.folder, FOLDER_SETTINGS);
  const read = readSettings(join(base, file));
  if (read.value === undefined) {
    const problem = describeFaults(file, read.faults);
    if (folder.problem !== problem) log({ level: 'error', file, message: problem });
    folder.problem = problem;
    return undefined;
  }
  delete folder.problem;
  return applyFolderSettings(folder, read.value);
}

export function applyFolderSettings(
  folder: ContentFolder,
  settings: FolderSettings,
): VisibleChange | undefined {
  const changed = JSON.stringify(folder.settings) !== JSON.stringify(settings);
  folder.settings = settings;
  return changed ? 'all' : undefined;
}

export function parseFolderSettings(yaml: string): Checked<FolderSettings> {
  return checkYaml<FolderSettings>(yaml, 1, folderSettingsFields);
}

function readSettings(path: string) {
  try {
    return parseFolderSettings(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { value: {} };
    return { faults: [{ message: `cannot be read (${code}): check its permissions` }] };
  }
}
