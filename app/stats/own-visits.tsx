import { useEffect, useState } from 'react';
import { isThisBrowserLeftOut, leaveOutThisBrowser } from '../session/owners-browser.ts';

/** The owner's setting for this browser, which works without a cookie. */
export function OwnVisits() {
  const [leftOut, setLeftOut] = useState(true);
  useEffect(() => setLeftOut(isThisBrowserLeftOut()), []);
  return (
    <label className="stats-own">
      <input
        type="checkbox"
        checked={leftOut}
        onChange={({ target }) => {
          leaveOutThisBrowser(target.checked);
          setLeftOut(target.checked);
        }}
      />
      <span>
        Leave out visits from this browser, also while I am signed out. Signed in, you are never counted.
      </span>
    </label>
  );
}
