/** CodeMirror, with what writing SQL needs. This file and what it imports is a chunk of its own. */
import { autocompletion, type CompletionSource, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorTheme } from '../code-editor/editor-theme.ts';
import type { Place } from './find-error-place.ts';
import { sqlColors } from './sql-colors.ts';
import { sqlKeywords } from './sql-tokens.ts';

export interface SqlEditor {
  read(): string;
  replace(text: string): void;
  /** Marks the place of an error until the next change; undefined takes the mark away. */
  mark(place: Place | undefined): void;
  focus(): void;
  destroy(): void;
}

export interface SqlEditorOptions {
  text: string;
  onChange(text: string): void;
  onRun(): void;
  /** Names of tables and columns. */
  readNames(): readonly string[];
}

export function createSqlEditor(host: HTMLElement, options: SqlEditorOptions): SqlEditor {
  // In a shadow root CodeMirror's styles are adopted sheets; in the document they would be an element that our policy forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    doc: options.text,
    parent: root,
    root,
    extensions: createExtensions(options),
  });
  return {
    read: () => view.state.sliceDoc(),
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    mark(place) {
      const { length } = view.state.doc;
      const isInside = place !== undefined && place.from <= length && place.to <= length;
      view.dispatch({
        effects: [
          setMark.of(isInside ? place : undefined),
          ...(isInside ? [EditorView.scrollIntoView(place.from)] : []),
        ],
      });
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}

function createExtensions(options: SqlEditorOptions) {
  const run = () => {
    options.onRun();
    return true;
  };
  return [
    history(),
    drawSelection(),
    lineNumbers(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': 'SQL',
      spellcheck: 'false',
      autocapitalize: 'off',
      // A scrolling box has to have something that the keyboard reaches; axe does not count an editable element.
      tabindex: '0',
    }),
    autocompletion({ override: [completeNames(options.readNames)], icons: false }),
    keymap.of([{ key: 'Mod-Enter', run }, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
    sqlColors,
    markField,
    editorTheme,
    ownTheme,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.sliceDoc());
    }),
  ];
}

const setMark = StateEffect.define<Place | undefined>();
const mark = Decoration.mark({ class: 'cm-error-place' });

const markField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setMark))
        return effect.value && effect.value.to > effect.value.from
          ? Decoration.set(mark.range(effect.value.from, effect.value.to))
          : Decoration.none;
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const ownTheme = EditorView.theme({
  '.cm-content': { padding: '0.8rem 0.8rem 0.8rem 0.2rem' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.2rem', color: 'var(--color-faint)', fontSize: '0.8em' },
  '.cm-error-place': {
    textDecoration: 'underline wavy var(--color-ember)',
    background: 'color-mix(in oklab, var(--color-ember) 16%, transparent)',
  },
});

function completeNames(readNames: () => readonly string[]): CompletionSource {
  return (context) => {
    const word = context.matchBefore(/\w*/);
    if (!word || (word.text.length < 2 && !context.explicit)) return null;
    const names = readNames().map((label) => ({ label, boost: 1 }));
    return {
      from: word.from,
      options: [...names, ...sqlKeywords.map((label) => ({ label }))],
      validFor: /^\w*$/,
    };
  };
}
