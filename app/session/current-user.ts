/** Who is signed in, once that is settled. Accounts are not part of the site yet, so nobody is. */
export interface CurrentUser {
  id: string;
}

/** The guard waits for this: it must not decide before the session is known. */
export async function settledUser(): Promise<CurrentUser | null> {
  return null;
}
