import type { Outcome } from '../mail/record-outcome.ts';
import { type FormAnswer, firstOf, isFinalStatus, postForm, type SmsHttp } from './post-form.ts';
import type { SmsProvider } from './sms-provider.ts';

export interface TextlocalSettings {
  /** The sender's name. */
  sender: string;
  apiKey: string;
}

/** Our key is wrong, our credits are used up, or nothing may be sent at this hour. */
const passingCodes: unknown[] = [3, 7, 192];

/** Textlocal's API of India, which is the one that Supabase Auth uses. */
export function createTextlocal(settings: TextlocalSettings, http: SmsHttp): SmsProvider {
  const url = `${http.address ?? 'https://api.textlocal.in'}/send`;

  return {
    async send({ to, text }) {
      const form = new URLSearchParams({
        apikey: settings.apiKey,
        sender: settings.sender,
        numbers: to,
        message: text,
      });
      return toOutcome(await postForm(http, { provider: 'Textlocal', url, form }));
    },
  };
}

/** Refusals have status 200 too. */
function toOutcome({ status, body }: FormAnswer): Outcome {
  if (body.status === 'success') return { state: 'sent' };
  const { code, message } = firstOf(body.errors);
  const reason = code === undefined ? 'no reason given' : `${message} (code ${code})`;
  const isFinal = code === undefined ? isFinalStatus(status) : !passingCodes.includes(code);
  return { state: isFinal ? 'refused' : 'later', error: `Textlocal answered ${status}: ${reason}` };
}
