import { THEME_FILE } from '../../../../markdown/theme/check-theme.ts';
import { writeNewTheme } from '../../../../markdown/theme/new-theme.ts';
import { AdminFault } from '../../call-admin.ts';
import type { FileDraft, OpenedFile } from '../content-data.ts';

/** A file that can be opened although it does not exist yet, with the draft that there may be. Its first save creates it. */
export function findNewFile(file: string, error: unknown): OpenedFile | undefined {
  if (file !== THEME_FILE || !(error instanceof AdminFault) || error.status !== 404) return undefined;
  const draft = error.body.draft as FileDraft | undefined;
  return {
    entry: { file, kind: 'theme', title: 'Colors', changedAt: new Date().toISOString(), faults: [] },
    text: writeNewTheme(),
    hash: '',
    ...(draft && { draft }),
    others: [],
  };
}
