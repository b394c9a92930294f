/** A notice to the owner: the file on disk is broken, with the place and the fix. */
export function ProblemNotice({ problem, stale = false }: { problem: string; stale?: boolean }) {
  return (
    <div className="notice" role="note" aria-label="A problem in the file of this page">
      <strong>
        {stale
          ? 'The file of this page has a problem; this is its last good version.'
          : 'This page cannot be shown yet.'}
      </strong>
      <pre>{problem}</pre>
    </div>
  );
}

/** A notice in development: links of the page that lead nowhere. */
export function LinkNotice({ faults }: { faults: string[] }) {
  return (
    <div className="notice" role="note" aria-label="Links that lead nowhere">
      <strong>Links of this page that lead nowhere</strong>
      <pre>{faults.join('\n')}</pre>
    </div>
  );
}
