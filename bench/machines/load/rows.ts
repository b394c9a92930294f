import type { Ledger } from '../ledger.ts';
import { signUp } from './accounts.ts';
import type { Send } from './requests.ts';

interface Note {
  id: string;
  owner: string;
  text: string;
}

/** Rows of all writers that were acknowledged. */
export type Notes = Map<string, Note>;

/** A user who writes rows of their own, reads them back, and asks for those of others. */
export function createRowClient(send: Send, ledger: Ledger, notes: Notes): () => Promise<void> {
  let account: { id: string; token: string } | undefined;
  const own: Note[] = [];

  async function read(query: string, token: string): Promise<Note[] | undefined> {
    const path = `/rest/v1/load_notes?select=id,owner,text&${query}`;
    const answer = await send({ kind: 'select', method: 'GET', path, token });
    return answer.ok ? answer.json<Note[]>() : undefined;
  }

  function expectNotes(found: Note[] | undefined, wanted: Note[], where: string): void {
    if (found !== undefined && JSON.stringify(found) !== JSON.stringify(wanted))
      ledger.wrong.push(`${where}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`);
  }

  return async () => {
    if (!account) {
      const session = await signUp(send, ledger);
      if (session) account = { id: session.user.id, token: session.access_token };
      return;
    }
    const { token } = account;
    const id = crypto.randomUUID();
    const note = { id, owner: account.id, text: `${id} of ${account.id} ${'x'.repeat(500)}` };
    const answer = await send({
      kind: 'insert',
      method: 'POST',
      path: '/rest/v1/load_notes?select=id,owner,text',
      token,
      body: { id, text: note.text },
      headers: { prefer: 'return=representation' },
    });
    if (answer.ok) {
      expectNotes(answer.json<Note[]>(), [note], 'insert');
      ledger.acknowledged['public.load_notes'].set(id, answer.at);
      own.push(note);
      notes.set(id, note);
      expectNotes(await read(`id=eq.${id}`, token), [note], 'own row');
    }
    const earlier = own[Math.floor(Math.random() * own.length)];
    if (earlier) expectNotes(await read(`id=eq.${earlier.id}`, token), [earlier], 'earlier row');
    const latest = await read('order=made_at.desc&limit=20', token);
    if (latest?.some(({ owner }) => owner !== account?.id)) ledger.wrong.push('a list has rows of others');
    const other = [...notes.values()].at(-1);
    if (other && other.owner !== account.id)
      expectNotes(await read(`id=eq.${other.id}`, token), [], 'row of another user');
  };
}
