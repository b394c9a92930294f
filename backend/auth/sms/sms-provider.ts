import type { Outcome } from '../mail/record-outcome.ts';

export interface OutgoingSms {
  /** Digits only, as they are stored: without the plus sign. */
  to: string;
  text: string;
  channel: 'sms' | 'whatsapp';
  /** For providers that fill in a template of their own. */
  otp: string;
  /** The same at every attempt. */
  messageId: string;
}

/** A service that sends text messages over HTTP. */
export interface SmsProvider {
  send(message: OutgoingSms): Promise<Outcome>;
}
