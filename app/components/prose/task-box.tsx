/** The checkbox of a task list: read-only. Its label is the element around it. */
export function TaskBox({ checked = false }: { checked?: boolean }) {
  return <input type="checkbox" checked={checked} readOnly disabled />;
}
