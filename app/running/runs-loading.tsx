import { useEffect, useState } from 'react';

/** Placeholders while the runs are loading. */
export function RunsLoading() {
  return (
    <div className="runs-waiting" role="status">
      <span className="sr-only">Loading the runs.</span>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}

/** The runs could not be loaded. If the browser was offline, it retries when it is online again. */
export function RunsFault({ retry }: { retry: () => void }) {
  const [isOffline] = useState(() => !navigator.onLine);
  useEffect(() => {
    if (!isOffline) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [isOffline, retry]);
  return (
    <div className="notice notice-fault runs-fault" role="alert">
      <p>
        {isOffline
          ? 'You are offline. The runs will appear when you are back online.'
          : 'The runs could not be loaded. Try again in a moment.'}
      </p>
      <p>
        <button type="button" className="choice" onClick={retry}>
          Try again
        </button>
      </p>
    </div>
  );
}
