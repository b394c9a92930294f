/** Tells screen readers what has changed, politely. Always in the page, because a region that appears is not read. */
export function Announcer({ message }: { message: string }) {
  return (
    <div className="sr-only" role="status" aria-live="polite" aria-atomic="true">
      {message}
    </div>
  );
}
