export function NewTable(_props: { onCreated(table: string): void }) {
  return null;
}
