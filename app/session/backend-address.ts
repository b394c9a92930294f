/** The address of the backend. The server writes it on `<html>`: its own origin unless a hosted project is set. */
export interface BackendAddress {
  url: string;
  /** Public: the anon or publishable key. */
  key: string;
}

export function readBackendAddress(): BackendAddress {
  const { backend, key } = document.documentElement.dataset;
  if (!key) throw new Error('supabaseKey is required.');
  return { url: backend || location.origin, key };
}
