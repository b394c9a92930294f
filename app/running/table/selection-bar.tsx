import { FaultNotice } from '../../components/fault-notice.tsx';
import { formatRunCount } from '../overview/format.ts';
import type { RunActions } from './use-run-actions.ts';

interface SelectionBarProps {
  chosen: readonly string[];
  actions: RunActions;
  onClear(): void;
}

/** Actions on the selected runs, and their result. It stays on screen while the table is scrolled. */
export function SelectionBar({ chosen, actions, onClear }: SelectionBarProps) {
  const { status, fault, isBusy, deleted } = actions;
  const isOpen = chosen.length > 0;
  const act = (work: (ids: readonly string[]) => Promise<void>) => async () => {
    await work(chosen);
    onClear();
  };
  return (
    <div
      className="runs-selection"
      data-open={isOpen || status !== undefined || fault !== undefined || undefined}
    >
      <FaultNotice fault={fault} />
      <p role="status">
        {isOpen && !isBusy ? `${formatRunCount(chosen.length)} selected` : status}
        {!isOpen && !isBusy && deleted.length > 0 && (
          <>
            {' '}
            <button type="button" className="text-button" onClick={() => void actions.restore()}>
              Undo
            </button>
          </>
        )}
      </p>
      {isOpen && (
        <div className="choices">
          <button type="button" className="choice" disabled={isBusy} onClick={act(actions.publish)}>
            Make public
          </button>
          <button type="button" className="choice" disabled={isBusy} onClick={act(actions.unpublish)}>
            Make private
          </button>
          <button type="button" className="choice" disabled={isBusy} onClick={act(actions.remove)}>
            Delete
          </button>
          <button type="button" className="choice" disabled={isBusy} onClick={onClear}>
            Clear
          </button>
        </div>
      )}
    </div>
  );
}
