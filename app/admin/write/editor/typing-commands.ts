import { indentLess, indentMore } from '@codemirror/commands';
import {
  EditorSelection,
  type EditorState,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import type { Command, KeyBinding } from '@codemirror/view';

/** Puts marks around each selection, or takes them away where they are. */
function wrapIn(mark: string): StateCommand {
  return ({ state, dispatch }) => {
    const changed = state.changeByRange(({ from, to }) => {
      const has = (start: number, end: number) => state.sliceDoc(start, end) === mark;
      if (has(from - mark.length, from) && has(to, to + mark.length))
        return {
          range: EditorSelection.range(from - mark.length, to - mark.length),
          changes: [
            { from: from - mark.length, to: from },
            { from: to, to: to + mark.length },
          ],
        };
      return {
        range: EditorSelection.range(from + mark.length, to + mark.length),
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
      };
    });
    dispatch(state.update(changed, { userEvent: 'input.format', scrollIntoView: true }));
    return true;
  };
}

export const toggleBold = wrapIn('**');
export const toggleItalic = wrapIn('*');

/** `[selected](|)`: the address is next, or the text if nothing is selected. */
export const insertLink: StateCommand = ({ state, dispatch }) => {
  const changed = state.changeByRange(({ from, to }) => {
    const text = state.sliceDoc(from, to);
    const cursor = text === '' ? from + 1 : to + 3;
    return {
      range: EditorSelection.cursor(cursor),
      changes: [
        { from, insert: '[' },
        { from: to, insert: ']()' },
      ],
    };
  });
  dispatch(state.update(changed, { userEvent: 'input.format', scrollIntoView: true }));
  return true;
};

const listItem = /^(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** Enter in a list begins the next item; in an empty item it ends the list. */
const continueList: StateCommand = ({ state, dispatch }) => {
  const change = nextItem(state);
  if (!change) return false;
  dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }));
  return true;
};

function nextItem(state: EditorState): TransactionSpec | undefined {
  const { main, ranges } = state.selection;
  if (!main.empty || ranges.length > 1) return undefined;
  const line = state.doc.lineAt(main.head);
  const found = listItem.exec(line.text);
  if (!found || main.head - line.from < found[0].length) return undefined;
  if (found[0].length === line.text.length) return { changes: { from: line.from, to: line.to } };
  const [, indent = '', bullet, number, sign = '', space = ' ', box] = found;
  const mark = bullet ?? `${Number(number) + 1}${sign}`;
  const insert = state.toText(`${state.lineBreak}${indent}${mark}${space}${box ? '[ ] ' : ''}`);
  return {
    changes: { from: main.head, insert },
    selection: EditorSelection.cursor(main.head + insert.length),
  };
}

/** Outside of a list Tab moves the focus, as on any page. */
function inList(command: Command): Command {
  return (view) => {
    const { doc, selection } = view.state;
    return listItem.test(doc.lineAt(selection.main.head).text) && command(view);
  };
}

export const typingKeys: readonly KeyBinding[] = [
  { key: 'Mod-b', run: toggleBold, preventDefault: true },
  { key: 'Mod-i', run: toggleItalic, preventDefault: true },
  { key: 'Mod-k', run: insertLink, preventDefault: true, stopPropagation: true },
  { key: 'Enter', run: continueList },
  { key: 'Tab', run: inList(indentMore), shift: inList(indentLess) },
];
