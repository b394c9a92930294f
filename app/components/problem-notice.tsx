/** A calm word to the owner: the file on disk is broken, and this is where and how to mend it. */
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
