import type { Outcome } from '../mail/record-outcome.ts';
import { type FormAnswer, firstOf, isFinalStatus, postForm, type SmsHttp } from './post-form.ts';
import type { SmsProvider } from './sms-provider.ts';

export interface VonageSettings {
  /** The sender's name or number. */
  from: string;
  apiKey: string;
  apiSecret: string;
}

/**
 * Throttled, wrong login, a fault of theirs, account suspended, no credit, too many connections, account not enabled: the message is not
 * the reason.
 */
const passingStatuses: unknown[] = ['1', '4', '5', '8', '9', '10', '11'];

/** Vonage's SMS API, formerly Nexmo. */
export function createVonage(settings: VonageSettings, http: SmsHttp): SmsProvider {
  const url = `${http.address ?? 'https://rest.nexmo.com'}/sms/json`;

  return {
    async send({ to, text }) {
      const { from, apiKey, apiSecret } = settings;
      const form = new URLSearchParams({ api_key: apiKey, api_secret: apiSecret, from, to, text });
      // In Vonage's other alphabet, letters that it does not have arrive as question marks.
      if (!/^\p{ASCII}*$/u.test(text)) form.set('type', 'unicode');
      return toOutcome(await postForm(http, { provider: 'Vonage', url, form }));
    },
  };
}

/** Refusals have status 200 too. A long text is sent in parts, and the first says what became of it. */
function toOutcome({ status, body }: FormAnswer): Outcome {
  const part = firstOf(body.messages);
  if (part.status === '0') return { state: 'sent' };
  const reason =
    part.status === undefined ? 'no reason given' : `${part['error-text']} (status ${part.status})`;
  const isFinal = part.status === undefined ? isFinalStatus(status) : !passingStatuses.includes(part.status);
  return { state: isFinal ? 'refused' : 'later', error: `Vonage answered ${status}: ${reason}` };
}
