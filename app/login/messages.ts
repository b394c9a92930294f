import { joinWords } from './password-strength.ts';

/** An error of the official client: of the auth service or of a security key. */
export interface CallError {
  name: string;
  message: string;
  status?: number | undefined;
  code?: string | undefined;
}

/** Messages S4.1 to S4.3 of docs/specification.md. */
export const needsAddress = 'You must provide either an email or phone number.';
export const needsAddressAndPassword = 'You must provide either an email or phone number and a password';
export const notAnAddress = 'That is not an email address. It should look like name@example.org.';
export const notAPhone = 'That is not a phone number. It should look like +49 30 1234567.';
export const needsCode = 'Please enter the code from the message.';

/** Each message says what to do. None of them reveals whether there is an account. */
const byCode: Record<string, string> = {
  invalid_credentials: 'The address and the password do not match. Please check both.',
  email_not_confirmed: 'Please confirm your address first: open the link in the email we sent you.',
  phone_not_confirmed: 'Please confirm your number first, with the code we sent you.',
  user_already_exists: 'This did not work with that address. If you have an account, please sign in.',
  email_exists: 'This did not work with that address. If you have an account, please sign in.',
  phone_exists: 'This did not work with that number. If you have an account, please sign in.',
  email_address_invalid: notAnAddress,
  email_address_not_authorized: 'We cannot send email to that address.',
  signup_disabled: 'This site does not take new accounts at the moment.',
  otp_disabled: 'This site does not take new accounts at the moment.',
  email_provider_disabled: 'Signing in by email is turned off on this site.',
  phone_provider_disabled: 'Signing in by phone is turned off on this site.',
  provider_disabled: 'This way of signing in is turned off on this site.',
  otp_expired: 'This code is wrong or has expired. Check it, or request a new one.',
  mfa_verification_failed: 'This code is not right. Please wait for the next one and try again.',
  mfa_challenge_expired: 'That took too long. Please try again with a new code.',
  mfa_ip_address_mismatch: 'This code was used already. Please wait for the next one.',
  recovery_code_wrong: 'This is not one of your codes, or it was used already. Please try another.',
  only_recovery_code_used:
    'You signed in with a recovery code. Add another authenticator app first; then this one can go.',
  mfa_factor_name_conflict: 'You have a second factor of that name already. Please give this one another.',
  too_many_enrolled_mfa_factors: 'You cannot have more second factors than that. Please remove one first.',
  mfa_recovery_codes_verify_not_enabled: 'Recovery codes are turned off on this site.',
  mfa_recovery_codes_enroll_not_enabled: 'Recovery codes are turned off on this site.',
  captcha_failed: 'We could not make sure that you are a person. Please try again.',
  over_request_rate_limit: 'That was too often. Please wait a few minutes and try again.',
  over_email_send_rate_limit: 'An email was just sent. Wait a minute before you request another.',
  over_sms_send_rate_limit: 'A message was just sent. Wait a minute before you request another.',
  sms_send_failed: 'The message could not be sent. Please try again later or use another way.',
  current_password_required: 'Please enter your current password as well.',
  current_password_invalid: 'That is not your current password. Please check it.',
  same_password: 'That is your password already. Please choose another.',
  user_banned: 'This account is closed for now. Please write to the owner of the site.',
  session_expired: 'Your session has ended. Please sign in again.',
  session_not_found: 'Your session has ended. Please sign in again.',
  refresh_token_not_found: 'Your session has ended. Please sign in again.',
  reauthentication_needed: 'Before this change we need to be sure that it is you.',
  reauthentication_not_valid: 'This code is wrong or has expired. Check it, or request a new one.',
  validation_failed: 'Something in the form is not right. Please check what you entered.',
  flow_state_not_found: 'This link was opened in another browser or was already used. Please start over.',
  flow_state_expired: 'That took too long. Please start over.',
  bad_code_verifier: 'This link was opened in another browser. Please open it where you asked for it.',
  identity_already_exists: 'That account is already linked to another account here.',
  single_identity_not_deletable: 'This is your only way to sign in, so it cannot be removed.',
  manual_linking_disabled: 'Linking accounts is turned off on this site.',
  sso_provider_not_found: 'There is no single sign-on for that address.',
  webauthn_verification_failed: 'The passkey could not be verified. Please try again.',
  webauthn_challenge_expired: 'That took too long. Please try again.',
  webauthn_credential_not_found: 'This passkey is not known here.',
  user_sso_managed: 'Your organization manages this account: please make the change there.',
  insufficient_aal: 'Please confirm with your second factor first.',
};

const weakReasons: Record<string, string> = {
  length: 'it is too short',
  characters: 'it needs more kinds of characters',
  pwned: 'it is in a list of passwords that many people use or that have leaked',
};

export function toMessage(error: CallError): string {
  if (error.code?.startsWith('ERROR_') || error.name === 'NotAllowedError')
    return 'The passkey was not used: it was canceled, or this device has none for this site.';
  if (!isAnswered(error))
    return 'The sign-in service could not be reached. Please check your connection and try again.';
  const reasons = readWeakReasons(error);
  if (reasons.length > 0) return toWeakPasswordMessage(reasons);
  return (
    findMessage(error.code) ??
    ((error.status ?? 0) >= 500
      ? 'Something went wrong on our side. Please try again in a moment.'
      : `That did not work: ${error.message}`)
  );
}

/** The client takes every status from 500 on for a lost connection. A 500 is an answer of the service; the others can be a proxy's. */
function isAnswered({ name, status }: CallError): boolean {
  return status === 500 || (name !== 'AuthRetryableFetchError' && status !== undefined && status !== 0);
}

export function findMessage(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(byCode, code) ? byCode[code] : undefined;
}

/** The reasons for which the server refuses a password. */
export function readWeakReasons(error: CallError): string[] {
  return 'reasons' in error && Array.isArray(error.reasons) ? error.reasons.map(String) : [];
}

/** The service's own names for reasons are put into words; a reason in words stays as it is. */
export function toWeakPasswordMessage(reasons: string[]): string {
  return `This password is not accepted: ${joinWords(reasons.map((reason) => weakReasons[reason] ?? reason))}.`;
}
