import { changeFields } from '../content-calls.ts';
import type { TextEditor } from './text-editor.ts';

/** Changes fields of the front matter; null removes one. Again if something was typed meanwhile, which the server's answer does not have. */
export async function changeSettings(
  editor: Pick<TextEditor, 'read' | 'replace'>,
  changes: Record<string, unknown>,
): Promise<void> {
  const before = editor.read();
  const changed = await changeFields(before, changes);
  if (editor.read() !== before) return changeSettings(editor, changes);
  editor.replace(changed);
}
