import type { Outcome } from '../mail/record-outcome.ts';
import { type FormAnswer, firstOf, isFinalStatus, postForm, type SmsHttp, toObject } from './post-form.ts';
import type { SmsProvider } from './sms-provider.ts';

export interface MessageBirdSettings {
  /** The sender's name or number. */
  originator: string;
  accessKey: string;
}

/** The balance is used up. */
const noBalance = 25;

/** MessageBird's SMS API. */
export function createMessageBird(settings: MessageBirdSettings, http: SmsHttp): SmsProvider {
  const url = `${http.address ?? 'https://rest.messagebird.com'}/messages`;
  const headers = { Authorization: `AccessKey ${settings.accessKey}` };

  return {
    async send({ to, text }) {
      const form = new URLSearchParams({
        originator: settings.originator,
        recipients: to,
        body: text,
        type: 'sms',
        datacoding: 'unicode',
      });
      return toOutcome(await postForm(http, { provider: 'MessageBird', url, headers, form }));
    },
  };
}

function toOutcome({ status, body }: FormAnswer): Outcome {
  if (status < 300) {
    const isSent = Number(toObject(body.recipients).totalSentCount) > 0;
    if (isSent) return { state: 'sent' };
    return { state: 'refused', error: `MessageBird answered ${status}: it was sent to no number` };
  }
  const fault = firstOf(body.errors);
  const isFinal = isFinalStatus(status) && fault.code !== noBalance;
  const error = `MessageBird answered ${status}: ${fault.description ?? 'no reason given'}`;
  return { state: isFinal ? 'refused' : 'later', error };
}
