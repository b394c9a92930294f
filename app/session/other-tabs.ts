/** Updates the header on pages that never load the client: another tab may have signed in or out. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (!key || !isSessionKey(key)) return;
    if (newValue === null) delete document.documentElement.dataset.signedIn;
    else document.documentElement.dataset.signedIn = '';
  });
}

/** The storage key of the official client's session, whatever its backend's address. */
export function isSessionKey(key: string): boolean {
  return /^sb-.+-auth-token$/.test(key);
}
