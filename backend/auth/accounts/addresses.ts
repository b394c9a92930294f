import { ServiceError } from '../../http/service-error.ts';

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** An email address in the one form it is stored in, lower case. */
export function parseEmail(email: string): string {
  if (email === '') throw ServiceError.validationFailed('An email address is required');
  if (email.length > 255) throw ServiceError.validationFailed('An email address is too long');
  if (!emailPattern.test(email))
    throw ServiceError.validationFailed('Unable to validate email address: invalid format');
  return email.toLowerCase();
}

/** A phone number in the one form it is stored in: digits, without the plus sign and spaces. */
export function parsePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9][0-9]{1,14}$/.test(digits))
    throw ServiceError.validationFailed('Invalid phone number format (E.164 required)');
  return digits;
}

export type MessageChannel = 'sms' | 'whatsapp';

/** Only Twilio offers WhatsApp. */
export function parseChannel(channel: string, provider: string): MessageChannel {
  if (channel === '' || channel === 'sms') return 'sms';
  if (channel === 'whatsapp' && provider === 'twilio') return 'whatsapp';
  throw ServiceError.validationFailed(
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  );
}
