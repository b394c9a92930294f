/** A live region for an error message. It is in the page also while it is empty, so that screen readers observe it. */
export function FaultNotice({ fault }: { fault: string | undefined }) {
  return <div role="alert">{fault && <p className="notice notice-fault">{fault}</p>}</div>;
}
