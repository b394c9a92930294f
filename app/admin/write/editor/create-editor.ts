/** CodeMirror, with what writing Markdown needs. This file and what it imports is a chunk of its own. */
import { autocompletion, type CompletionSource, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorState, type StateCommand, Transaction } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, highlightSpecialChars, keymap } from '@codemirror/view';
import { editorTheme } from '../../code-editor/editor-theme.ts';
import type { ContentEntry, FileFault } from '../content-data.ts';
import { findLinkChoices, findLinkStart, writeLink } from '../text/complete-links.ts';
import { findLineSeparator } from '../text/line-ends.ts';
import { findMinimalChange } from '../text/minimal-change.ts';
import { faultMarks, showFaults } from './fault-marks.ts';
import { markdown } from './markdown-language.ts';
import type { TextEditor, TextEditorOptions } from './text-editor.ts';
import { insertLink, toggleBold, toggleItalic, typingKeys } from './typing-commands.ts';

const formats = { bold: toggleBold, italic: toggleItalic, link: insertLink } satisfies Record<
  string,
  StateCommand
>;

export function createEditor(host: HTMLElement, options: TextEditorOptions): TextEditor {
  // In a shadow root CodeMirror's styles are adopted sheets; in the document they would be an element that our policy forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const extensions = createExtensions(options);
  const startState = (text: string) =>
    EditorState.create({
      doc: text,
      extensions: [EditorState.lineSeparator.of(findLineSeparator(text)), extensions],
    });
  const view = new EditorView({ state: startState(options.text), parent: root, root });
  const read = () => view.state.sliceDoc();

  function replace(text: string): void {
    const separator = findLineSeparator(text);
    if (view.state.lineBreak !== separator && read() !== text) {
      // Other line ends: the lines are other ones. The history of changes cannot be kept.
      view.setState(startState(text));
      options.onChange(text);
      return;
    }
    const change = findMinimalChange(view.state.doc.toString(), text.split(separator).join('\n'));
    if (!change) return;
    const insert = change.insert.split('\n').join(separator);
    view.dispatch({ changes: { ...change, insert }, annotations: Transaction.userEvent.of('input.replace') });
  }

  const findLine = (number: number) =>
    view.state.doc.line(Math.min(Math.max(number, 1), view.state.doc.lines));
  const scrollTo = ({ from }: { from: number }) => EditorView.scrollIntoView(from, { y: 'center' });

  return {
    read,
    replace,
    insert(text) {
      view.dispatch(view.state.replaceSelection(text.split('\n').join(view.state.lineBreak)));
      view.focus();
    },
    format(name) {
      formats[name](view);
      view.focus();
    },
    find: () => void find(view),
    jumpToLine(number) {
      const line = findLine(number);
      view.dispatch({ selection: { anchor: line.from }, effects: scrollTo(line) });
      view.focus();
    },
    showLine: (number) => view.dispatch({ effects: scrollTo(findLine(number)) }),
    showFaults: (faults: FileFault[]) => showFaults(view, faults),
    focus: () => view.focus(),
    scroller: view.scrollDOM,
    topOfLine: (number) => view.lineBlockAt(findLine(number).from).top,
    destroy: () => view.destroy(),
  };
}

function createExtensions(options: TextEditorOptions) {
  const save = () => {
    options.onSave();
    return true;
  };
  return [
    history(),
    drawSelection(),
    dropCursor(),
    highlightSpecialChars(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      spellcheck: 'true',
      // A scrolling box has to have something that the keyboard reaches; axe does not count an editable element.
      tabindex: '0',
      autocapitalize: 'sentences',
    }),
    // Text from elsewhere has the line ends of this file.
    EditorView.clipboardInputFilter.of((text, state) => text.replace(/\r\n?|\n/g, state.lineBreak)),
    // Completions appear only in links, where Enter means them at once.
    autocompletion({ override: [completeLinks(options.readPages)], icons: false, interactionDelay: 0 }),
    keymap.of([
      { key: 'Mod-s', run: save, preventDefault: true },
      ...completionKeymap,
      ...typingKeys,
      { key: 'Mod-f', run: find, preventDefault: true },
      ...historyKeymap,
      ...defaultKeymap,
    ]),
    options.isMarkdown ? markdown : [],
    faultMarks,
    editorTheme,
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update.state.sliceDoc());
    }),
    EditorView.domEventHandlers({
      paste: (event) => takePictures(event, event.clipboardData, options),
      drop(event, view) {
        const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (!takePictures(event, event.dataTransfer, options)) return false;
        if (position !== null) view.dispatch({ selection: { anchor: position } });
        return true;
      },
    }),
  ];
}

function find(view: EditorView): boolean {
  void import('./find-panel.ts').then(({ openFindPanel }) => openFindPanel(view));
  return true;
}

function takePictures(event: Event, data: DataTransfer | null, { onPictures }: TextEditorOptions): boolean {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  if (pictures.length === 0) return false;
  event.preventDefault();
  onPictures(pictures);
  return true;
}

function completeLinks(readPages: () => Promise<ContentEntry[]>): CompletionSource {
  return async (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const start = findLinkStart(line.text.slice(0, context.pos - line.from));
    if (!start) return null;
    const choices = findLinkChoices(await readPages(), start.typed);
    return {
      from: line.from + start.from,
      filter: false,
      options: choices.map((choice) => ({
        label: choice.title,
        detail: choice.address,
        apply: (view, _completion, from, to) => {
          const insert = writeLink(choice, start.isWhole);
          // A bracket that is there already closes the link.
          const isClosed = start.isWhole || view.state.sliceDoc(to, to + 1) === ')';
          const end = from + insert.length + (start.isWhole ? 0 : 1);
          view.dispatch({
            changes: { from, to, insert: isClosed ? insert : `${insert})` },
            selection: { anchor: end },
            userEvent: 'input.complete',
          });
        },
      })),
    };
  };
}
