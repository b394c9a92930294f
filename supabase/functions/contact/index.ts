/**
 * POST /functions/v1/contact: a visitor's message to the owners of the site. It is sent by the form `::contact-form`, with a script or without
 * one, or as JSON `{ name, email, message }`. The message is stored in `public.contact_messages` and mailed to the owners.
 */
import { type Fields, findFaults, readFields, UnreadableRequest } from './read-fields.ts';
import { type Outcome, outcomes, respond } from './respond.ts';
import { hashSender } from './sender.ts';

/** Messages that are taken in an hour. */
const limits = { sender: 5, all: 60 };
const storeWithinMs = 10_000;

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return respond(request, outcomes.preflight);
  if (request.method !== 'POST') return respond(request, outcomes.wrongMethod);
  return respond(request, await receive(request));
});

async function receive(request: Request): Promise<Outcome> {
  try {
    const fields = await readFields(request);
    // Visitors do not see this field. A program that fills in every field is told what it wants to hear.
    if (fields.homepage !== '') {
      console.log('A message was dropped: it has a homepage, which only programs fill in.');
      return outcomes.sent;
    }
    const faults = findFaults(fields);
    if (faults.length > 0) return { ...outcomes.invalid, faults };
    return await store(fields, await hashSender(request));
  } catch (error) {
    if (error instanceof UnreadableRequest) return { ...outcomes.unreadable, message: error.message };
    console.error('A message could not be stored:', error);
    return outcomes.failed;
  }
}

async function store({ name, email, message }: Fields, sender: string): Promise<Outcome> {
  const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY') ?? '';
  const response = await fetch(`${Deno.env.get('SUPABASE_URL')}/rest/v1/rpc/receive_contact_message`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, email, message, sender, limits }),
    signal: AbortSignal.timeout(storeWithinMs),
  });
  if (!response.ok) throw new Error(`the database answered ${response.status}: ${await response.text()}`);
  const { stored, mails }: { stored: boolean; mails?: number | null } = await response.json();
  if (!stored) return outcomes.tooMany;
  if (mails === 0)
    console.warn('A message is stored but not mailed: add your address to `owners` in site.config.ts.');
  if (mails === null)
    console.warn(
      'A message is stored but not mailed, because a hosted project has no queue of mails. For mails, create a database webhook for ' +
        'inserts into contact_messages that calls your mail service.',
    );
  return outcomes.sent;
}
