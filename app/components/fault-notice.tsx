/** Announced when it appears; empty otherwise, so that screen readers know the place. */
export function FaultNotice({ fault }: { fault: string | undefined }) {
  return <div role="alert">{fault && <p className="notice notice-fault">{fault}</p>}</div>;
}
