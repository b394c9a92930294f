import { collectBytes } from '../../http/read-bytes.ts';
import type { Outcome } from '../mail/record-outcome.ts';
import type { OutgoingSms, SmsProvider } from './sms-provider.ts';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** A messaging service (`MG…`), or the sender's number. */
  messageServiceSid: string;
  /** A WhatsApp template that holds the code, if one is used. */
  contentSid?: string;
}

const maxAnswerBytes = 64 * 1024;
const tooLong = () => new Error('Twilio’s answer is too long.');

/** Twilio's Messages API. */
export function createTwilio(
  settings: TwilioSettings,
  options: { fetch: typeof fetch; address?: string; timeLimit?: number },
): SmsProvider {
  const account = encodeURIComponent(settings.accountSid);
  const address = `${options.address ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${account}/Messages.json`;
  const password = Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64');

  return {
    async send(message) {
      const answer = await options.fetch(address, {
        method: 'POST',
        headers: { Authorization: `Basic ${password}`, 'I-Twilio-Idempotency-Token': message.messageId },
        body: toForm(message, settings),
        redirect: 'error',
        signal: AbortSignal.timeout(options.timeLimit ?? 10_000),
      });
      const body = await collectBytes(answer.body ?? [], maxAnswerBytes, tooLong);
      return toOutcome(answer.status, body.toString());
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

/**
 * A request that Twilio rejects is final, unless it rejects our login or rate-limits us: then the message waits for the owner to
 * fix that.
 */
function toOutcome(status: number, body: string): Outcome {
  const answer = parseAnswer(body);
  const text = `Twilio answered ${status}: ${answer.message ?? answer.error_message ?? 'no reason given'}`;
  if (status === 200 || status === 201) {
    const isFailed = answer.status === 'failed' || answer.status === 'undelivered';
    return isFailed ? { state: 'refused', error: text } : { state: 'sent' };
  }
  const isFinal = status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status);
  return { state: isFinal ? 'refused' : 'later', error: text };
}

function parseAnswer(body: string): { message?: unknown; error_message?: unknown; status?: unknown } {
  try {
    const answer: unknown = JSON.parse(body);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}
