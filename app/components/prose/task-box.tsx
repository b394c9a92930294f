/** The box of a task list: it tells a state and cannot be changed. Its name is the label around it. */
export function TaskBox({ checked = false }: { checked?: boolean }) {
  return <input type="checkbox" checked={checked} readOnly disabled />;
}
