import { writeNewTheme } from '../../../../markdown/theme/new-theme.ts';
import { THEME_FILE } from '../../../../markdown/theme/theme-file.ts';
import { AdminFault } from '../../call-admin.ts';
import type { FileDraft, OpenedFile } from '../content-data.ts';

/** theme.css can be opened although it does not exist yet, with the draft that there may be. Its first save creates it. */
export function openNewTheme(error: unknown): OpenedFile {
  if (!(error instanceof AdminFault) || error.status !== 404) throw error;
  const draft = error.body.draft as FileDraft | undefined;
  return {
    entry: {
      file: THEME_FILE,
      kind: 'theme',
      title: 'Colors',
      changedAt: new Date().toISOString(),
      faults: [],
    },
    text: writeNewTheme(),
    hash: '',
    ...(draft && { draft }),
    others: [],
  };
}
