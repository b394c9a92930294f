import { resolveUser } from './current-user.ts';
import { isOwnersTokenValid, maySeeNotes } from './may-see-notes.ts';
import { isThisBrowserLeftOut } from './owners-browser.ts';

/** Whether the owner is signed in. In a browser of the owner the session is renewed first: its token ends after an hour, and its cookies after eight. */
export async function isOwnersSession(): Promise<boolean> {
  if (!isOwnersTokenValid() && (maySeeNotes() || isThisBrowserLeftOut()))
    await resolveUser().catch(() => null);
  return maySeeNotes();
}
