import type { MailKind } from '../service/ports.ts';

/** The texts of a mail, as Go templates. The variables decide whether it shows a link, a code or both. */
export interface MailCopy {
  subject: string;
  heading: string;
  paragraph: string;
  /** The label of the link, for mails that have one. */
  button?: string;
  /** What to do if the mail is unexpected. */
  closing: string;
}

const ignoreNotice =
  'If you did not ask for this, you can ignore this email. Nothing happens without the link or the code.';
const securityNotice =
  'If this was not you, reset your password right away and contact the people who run this site.';

/** The default mails, for kinds without a template of the owner. */
export const defaultMails: Record<MailKind, MailCopy> = {
  confirmation: {
    subject: 'Confirm your email address',
    heading: 'Welcome. One step left',
    paragraph: 'Confirm that {{ .Email }} is your address, and your account is ready.',
    button: 'Confirm my address',
    closing: ignoreNotice,
  },
  invite: {
    subject: 'You are invited',
    heading: 'You are invited',
    paragraph: 'Someone at {{ .SiteURL }} has invited you. Accept the invitation to create your account.',
    button: 'Accept the invitation',
    closing: 'If you do not want to join, you can ignore this email.',
  },
  recovery: {
    subject: 'Reset your password',
    heading: 'Choose a new password',
    paragraph: 'You asked to reset the password of {{ .Email }}. Use this email to choose a new one.',
    button: 'Choose a new password',
    closing: `${ignoreNotice} Your password stays as it is.`,
  },
  magic_link: {
    subject: 'Your sign-in link',
    heading: 'Sign in',
    paragraph: 'Here is your way in. It works once and only for a short time.',
    button: 'Sign in',
    closing: ignoreNotice,
  },
  email_change: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new address',
    paragraph:
      'Confirm that you want to change the address of your account from {{ .Email }} to {{ .NewEmail }}.',
    button: 'Confirm the change',
    closing: ignoreNotice,
  },
  reauthentication: {
    subject: '{{ .Token }} is your code',
    heading: 'Confirm that it is you',
    paragraph: 'Enter this code to continue. It works once and only for a short time.',
    closing: 'If you did not ask for this code, do not share it, and change your password.',
  },
  password_changed_notification: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraph: 'The password of {{ .Email }} was changed a moment ago.',
    closing: securityNotice,
  },
  email_changed_notification: {
    subject: 'Your email address was changed',
    heading: 'Your email address was changed',
    paragraph: 'The address of your account was changed from {{ .OldEmail }} to {{ .Email }}.',
    closing: securityNotice,
  },
  phone_changed_notification: {
    subject: 'Your phone number was changed',
    heading: 'Your phone number was changed',
    paragraph:
      'The phone number of {{ .Email }} was changed{{ if .OldPhone }} from {{ .OldPhone }}{{ end }} to {{ .Phone }}.',
    closing: securityNotice,
  },
  identity_linked_notification: {
    subject: 'A way to sign in was added to your account',
    heading: 'A way to sign in was added',
    paragraph: 'You can now sign in to {{ .Email }} with {{ .Provider }} too.',
    closing: securityNotice,
  },
  identity_unlinked_notification: {
    subject: 'A way to sign in was removed from your account',
    heading: 'A way to sign in was removed',
    paragraph: 'You can no longer sign in to {{ .Email }} with {{ .Provider }}.',
    closing: securityNotice,
  },
  mfa_factor_enrolled_notification: {
    subject: 'A second factor was added to your account',
    heading: 'A second factor was added',
    paragraph: 'The second factor “{{ .FactorType }}” now protects {{ .Email }}.',
    closing: securityNotice,
  },
  mfa_factor_unenrolled_notification: {
    subject: 'A second factor was removed from your account',
    heading: 'A second factor was removed',
    paragraph: 'The second factor “{{ .FactorType }}” no longer protects {{ .Email }}.',
    closing: securityNotice,
  },
  account_exists_notification: {
    subject: 'You already have an account',
    heading: 'You already have an account',
    paragraph:
      'Someone tried to create an account for {{ .Email }} at {{ .SiteURL }}. You already have one: sign in, or reset your password there if you have forgotten it.',
    closing: 'If this was not you, you can ignore this email. Your account stays as it is.',
  },
};
