import type { AuthError, SupabaseClient } from '@supabase/supabase-js';
import { endFlow, isStartedHere } from '../session/started-flows.ts';
import { createTemporaryClient } from '../session/temporary-client.ts';
import { type CallbackResult, linkRefused } from './callback-result.ts';
import { toSessionOffer, toTokens } from './offered-session.ts';
import { asksForPassword, type Callback } from './read-callback.ts';

export type MailLink = Extract<Callback, { kind: 'link' }>;

type Used = { data: CallbackResult; error: null } | { data: null; error: AuthError };

/**
 * Uses the link of a mail. In the browser that requested it, the session is taken at once; in any other browser a temporary client opens
 * it, so that the visitor is asked first. A link that is refused is final: another attempt would not help.
 */
export async function followLink(auth: SupabaseClient['auth'], link: MailLink): Promise<Used> {
  const isOurs = isStartedHere(link.flow);
  const client = isOurs ? auth : (await createTemporaryClient()).auth;
  const { data, error } = await client.verifyOtp({ token_hash: link.tokenHash, type: link.type });
  if (error?.code === 'otp_expired') return { data: linkRefused, error: null };
  if (error) return { data: null, error };
  endFlow(link.flow);
  const { session } = data;
  if (!session) return { data: { name: 'done', message: halfDone }, error: null };
  if (isOurs) return { data: { name: 'signed-in', needsPassword: asksForPassword(link) }, error: null };
  const result = await toSessionOffer(toTokens(session, link.type), session.user, link.target);
  if (result.name === 'signed-in' && !result.needsPassword) {
    // The current session is refreshed to get the change; the session of the link is not needed.
    await client.signOut({ scope: 'local' });
    await auth.refreshSession();
  }
  return { data: result, error: null };
}

const halfDone =
  'Done. Please open the link in the mail to your other address as well; then the change counts.';
