import type { Ledger } from '../ledger.ts';
import { keys } from '../site-settings.ts';
import type { Send } from './requests.ts';

/** The topic that every listener has joined. */
export const topic = 'machines';

/** Asks for a mail to an address that nobody else has: it must arrive once. */
export function createMailClient(send: Send, ledger: Ledger): () => Promise<void> {
  return async () => {
    const email = `mail-${crypto.randomUUID()}@example.com`;
    const body = { email, create_user: true, data: {} };
    const answer = await send({ kind: 'otp', method: 'POST', path: '/auth/v1/otp', body });
    if (!answer.ok) return;
    ledger.mailed.set(email, answer.at);
    ledger.acknowledged['auth.users'].set(email, answer.at);
  };
}

/** Writes a row that all listeners follow, and sends them a broadcast. */
export function createNewsClient(send: Send, ledger: Ledger): () => Promise<void> {
  return async () => {
    const id = crypto.randomUUID();
    const token = keys.secretKey;
    const row = { id, text: 'news' };
    const written = await send({
      kind: 'news',
      method: 'POST',
      path: '/rest/v1/load_news',
      token,
      body: row,
    });
    if (written.ok) ledger.acknowledged['public.load_news'].set(id, written.at);
    const messages = [{ topic, event: 'said', payload: { id } }];
    const path = '/realtime/v1/api/broadcast';
    const said = await send({ kind: 'broadcast', method: 'POST', path, token, body: { messages } });
    if (said.ok) ledger.broadcasts.set(id, said.at);
  };
}
