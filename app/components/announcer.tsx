/** A polite live region for screen readers. It is always in the page, because a region that appears with its text is not read. */
export function Announcer({ message }: { message: string }) {
  return (
    <div className="sr-only" role="status" aria-live="polite" aria-atomic="true">
      {message}
    </div>
  );
}
