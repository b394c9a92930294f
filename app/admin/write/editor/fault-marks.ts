import { type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, GutterMarker, gutter } from '@codemirror/view';
import type { FileFault } from '../content-data.ts';

class FaultMarker extends GutterMarker {
  readonly message: string;

  constructor(message: string) {
    super();
    this.message = message;
  }

  override eq(other: FaultMarker): boolean {
    return other.message === this.message;
  }

  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-fault';
    mark.title = this.message;
    return mark;
  }
}

const setFaults = StateEffect.define<FileFault[]>();

const faultField = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, transaction) {
    const { doc } = transaction.state;
    for (const effect of transaction.effects) {
      if (!effect.is(setFaults)) continue;
      const found = effect.value.filter(({ line = 0 }) => line >= 1 && line <= doc.lines);
      return RangeSet.of(
        found.map(({ line = 1, message }) => new FaultMarker(message).range(doc.line(line).from)),
        true,
      );
    }
    // A mark stays with its line until the next answer of the server.
    return marks.map(transaction.changes);
  },
});

/** A dot beside each line with a fault. The list above the text has the words. */
export const faultMarks: Extension = [
  faultField,
  gutter({ class: 'cm-faults', markers: (view) => view.state.field(faultField) }),
];

export function showFaults(view: EditorView, faults: FileFault[]): void {
  view.dispatch({ effects: setFaults.of(faults) });
}
