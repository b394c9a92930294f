/** Loads a page in full instead of by the router, and prevents reload loops. */

const guardMs = 10_000;
const storageKey = (path: string) => `reload:${path}`;
/** Survives a page load where sessionStorage is blocked. */
const nameMark = 'porchlight-reloaded';

/** Goes to `target` (path, query and hash, on this site) by the browser. Never resolves: the page is being left. */
export function loadInFull(target: string): Promise<never> {
  const url = new URL(location.origin + target);
  // Assigning the current address, hash included, would only scroll.
  if (url.href === location.href) location.reload();
  else location.assign(url);
  return new Promise(() => {});
}

/** At most one reload for a path within 10 s. Stores the time when it returns true. */
export function mayReload(path: string): boolean {
  const now = Date.now();
  try {
    const last = Number(sessionStorage.getItem(storageKey(path)) ?? 0);
    if (now - last < guardMs) return false;
    sessionStorage.setItem(storageKey(path), String(now));
    return true;
  } catch {
    if (window.name === nameMark) return false;
    window.name = nameMark;
    return true;
  }
}
