import { DeleteForm } from '../changes/delete-form.tsx';
import { MoveForm } from '../changes/move-form.tsx';

export type SelectionTool = 'move' | 'delete';

interface SelectionProps {
  bucket: string;
  buckets: string[];
  selected: ReadonlySet<string>;
  /** The form that is open. */
  tool: string | undefined;
  onTool(tool: SelectionTool | undefined): void;
  onDone(): void;
  onClear(): void;
}

/** What can be done with the selected rows. */
export function Selection({ bucket, buckets, selected, tool, onTool, onDone, onClear }: SelectionProps) {
  if (selected.size === 0) return null;
  const paths = [...selected];
  const close = () => onTool(undefined);
  return (
    <>
      <div className="files-selection" role="group" aria-label="Selection">
        <span role="status">{selected.size} selected</span>
        <button type="button" className="choice" onClick={() => onTool('move')}>
          Move …
        </button>
        <button type="button" className="choice" onClick={() => onTool('delete')}>
          Delete …
        </button>
        <button type="button" className="text-button" onClick={onClear}>
          Clear
        </button>
      </div>
      {tool === 'move' && (
        <MoveForm bucket={bucket} buckets={buckets} paths={paths} onDone={onDone} onCancel={close} />
      )}
      {tool === 'delete' && <DeleteForm bucket={bucket} paths={paths} onDone={onDone} onCancel={close} />}
    </>
  );
}
