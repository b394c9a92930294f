import { EditorState, type Extension, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { findSqlTokens, type SqlToken } from './sql-tokens.ts';

const marks: Record<SqlToken['kind'], Decoration> = {
  keyword: Decoration.mark({ class: 'cm-sql-keyword' }),
  string: Decoration.mark({ class: 'cm-sql-string' }),
  number: Decoration.mark({ class: 'cm-sql-number' }),
  comment: Decoration.mark({ class: 'cm-sql-comment' }),
};

const colors = EditorView.theme({
  '.cm-sql-keyword': { color: 'var(--color-lamp)' },
  '.cm-sql-string': { color: 'var(--color-moss)' },
  '.cm-sql-number': { color: 'var(--color-ember)' },
  '.cm-sql-comment': { color: 'var(--color-faint)', fontStyle: 'italic' },
});

/** The whole text is read anew with each change: 100 kB, which is the most that can be run, take a few milliseconds. */
function findMarks(doc: Text): DecorationSet {
  const found = findSqlTokens(doc.toString()).map(({ kind, from, to }) => marks[kind].range(from, to));
  return Decoration.set(found);
}

const coloring = StateField.define<DecorationSet>({
  create: (state) => findMarks(state.doc),
  update: (shown, { docChanged, state }) => (docChanged ? findMarks(state.doc) : shown),
  provide: (field) => EditorView.decorations.from(field),
});

/** Read by the command that turns lines into comments. */
const comments = EditorState.languageData.of(() => [
  { commentTokens: { line: '--', block: { open: '/*', close: '*/' } } },
]);

export const sqlColors: Extension = [coloring, colors, comments];
