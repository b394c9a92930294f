import { PicturesForm } from '../panels/pictures-form.tsx';
import { RenameForm } from '../panels/rename-form.tsx';
import { ScheduleForm } from '../panels/schedule-form.tsx';
import type { Writing } from './use-writing.ts';

/** Pictures are to be inserted. */
export type OpenForm = 'rename' | 'schedule' | File[];

interface EditorFormsProps {
  form: OpenForm;
  writing: Writing;
  onClose(): void;
}

/** A small form above the text, for what an action has to know. */
export function EditorForms({ form, writing, onClose }: EditorFormsProps) {
  const { entry, saving, editor } = writing;
  if (form === 'schedule')
    return (
      <ScheduleForm
        onCancel={onClose}
        onSchedule={(publishAt) => {
          onClose();
          void saving.save({ draft: null, publishAt });
        }}
      />
    );
  if (form === 'rename')
    return (
      <RenameForm
        entry={entry}
        onCancel={onClose}
        onRename={(to, redirect) => {
          onClose();
          void saving.rename(to, redirect);
        }}
      />
    );
  return (
    <PicturesForm
      file={entry.file}
      pictures={form}
      onInsert={(markdown) => editor.current?.insert(markdown)}
      onClose={onClose}
    />
  );
}
