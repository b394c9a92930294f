import type { Outcome } from '../mail/record-outcome.ts';
import { type FormAnswer, isFinalStatus, postForm, type SmsHttp } from './post-form.ts';
import type { OutgoingSms, SmsProvider } from './sms-provider.ts';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A messaging service (`MG…`), or the sender's number. */
  messageServiceSid: string;
  /** A WhatsApp template that holds the code, if one is used. */
  contentSid?: string;
}

/** Twilio's Messages API. */
export function createTwilio(settings: TwilioSettings, http: SmsHttp): SmsProvider {
  const account = encodeURIComponent(settings.accountSid);
  const url = `${http.address ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${account}/Messages.json`;
  const password = Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64');

  return {
    async send(message) {
      const headers = { Authorization: `Basic ${password}`, 'I-Twilio-Idempotency-Token': message.messageId };
      const form = toForm(message, settings);
      return toOutcome(await postForm(http, { provider: 'Twilio', url, headers, form }));
    },
  };
}

function toForm(message: OutgoingSms, settings: TwilioSettings): URLSearchParams {
  const prefix = message.channel === 'whatsapp' ? 'whatsapp:' : '';
  const form = new URLSearchParams({ To: `${prefix}+${message.to}` });
  const from = settings.messageServiceSid;
  const isNumber = /^\+?[1-9]\d{1,14}$/.test(from.replaceAll(' ', ''));
  if (from.startsWith('MG')) form.set('MessagingServiceSid', from);
  else form.set('From', isNumber ? `${prefix}${from}` : from);
  if (message.channel === 'whatsapp' && settings.contentSid) {
    form.set('ContentSid', settings.contentSid);
    form.set('ContentVariables', JSON.stringify({ 1: message.otp }));
  } else {
    form.set('Body', message.text);
  }
  return form;
}

function toOutcome({ status, body }: FormAnswer): Outcome {
  const error = `Twilio answered ${status}: ${body.message ?? body.error_message ?? 'no reason given'}`;
  if (status === 200 || status === 201) {
    const isFailed = body.status === 'failed' || body.status === 'undelivered';
    return isFailed ? { state: 'refused', error } : { state: 'sent' };
  }
  return { state: isFinalStatus(status) ? 'refused' : 'later', error };
}
