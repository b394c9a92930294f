/** Find and replace, loaded when it is first asked for. */
import { openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect, StateField } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';

const isLoaded = StateField.define({ create: () => true, update: (value) => value });

export function openFindPanel(view: EditorView): void {
  const parts = [isLoaded, search({ top: true }), keymap.of(searchKeymap)];
  if (!view.state.field(isLoaded, false)) view.dispatch({ effects: StateEffect.appendConfig.of(parts) });
  openSearchPanel(view);
}
