import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFocusOnShow } from '../login/use-focus-on-show.ts';

interface AccountRowProps {
  label: string;
  /** The present value, or what the button does. */
  children: ReactNode;
  /** The button beside it. */
  tool?: ReactNode;
}

/** A row of the account page: label, value and a button. Without a button the value has its space, for a list with buttons of its own. */
export function AccountRow({ label, children, tool }: AccountRowProps) {
  return (
    <div className="account-row">
      <h3 className="account-label">{label}</h3>
      <div className={tool ? 'account-value' : 'account-value account-wide'}>{children}</div>
      {tool}
    </div>
  );
}

export interface RowForm {
  isOpen: boolean;
  /** The confirmation of the last change. */
  message: string;
  /** How often the form was closed. */
  closings: number;
  open(): void;
  /** With a message the row confirms the change, also to screen readers. */
  close(message?: string): void;
}

/** The state of a row whose form opens in place. */
export function useRowForm(): RowForm {
  const [state, setState] = useState({ isOpen: false, message: '', closings: 0 });
  return {
    ...state,
    open: () => setState(({ closings }) => ({ isOpen: true, message: '', closings })),
    close: (message = '') => setState(({ closings }) => ({ isOpen: false, message, closings: closings + 1 })),
  };
}

interface EditableRowProps {
  label: string;
  row: RowForm;
  /** The button that opens the form. Where it is one word, the label completes it for screen readers. */
  action: string;
  /** The value is a list: it stays beside the form, and the button is below it. */
  actionBelow?: boolean;
  form: ReactNode;
  children: ReactNode;
}

/**
 * A row whose form replaces the value. The form gets the focus when it opens; Escape closes it, and the button has the focus again, unless
 * the user has moved on while the change was being saved.
 */
export function EditableRow({ label, row, action, actionBelow = false, form, children }: EditableRowProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useFocusOnShow<HTMLDivElement>(row.isOpen);
  useEffect(() => {
    if (row.closings > 0 && document.activeElement === document.body) button.current?.focus();
  }, [row.closings]);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) row.close();
  }

  const opener = !row.isOpen && (
    <button type="button" className="choice" ref={button} onClick={row.open}>
      {action}
      {!action.includes(' ') && <span className="sr-only"> {label.toLowerCase()}</span>}
    </button>
  );
  return (
    <div className="account-row">
      <h3 className="account-label" id={id}>
        {label}
      </h3>
      <div className={row.isOpen || actionBelow ? 'account-value account-wide' : 'account-value'}>
        {(!row.isOpen || actionBelow) && children}
        {row.isOpen && (
          <div ref={panel} role="group" aria-labelledby={id} onKeyDown={closeOnEscape}>
            {form}
          </div>
        )}
        <p className="account-saved" role="status">
          {row.message}
        </p>
        {actionBelow && opener}
      </div>
      {!actionBelow && opener}
    </div>
  );
}
