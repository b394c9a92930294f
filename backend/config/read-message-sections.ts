import type { EmailConfig, MailTemplateConfig, SmsConfig } from './auth-config.ts';
import type { ConfigNotes, TomlSection } from './toml-section.ts';

export function readEmail(email: TomlSection, notes: ConfigNotes): EmailConfig {
  const smtp = email.section('smtp');
  const enabled = smtp.boolean('enabled', smtp.has('host'));
  const host = smtp.text('host', '');
  if (enabled && host === '') notes.problems.push('auth.email.smtp.host is empty although SMTP is enabled');
  return {
    enableSignup: email.boolean('enabled', email.boolean('enable_signup', true)),
    doubleConfirmChanges: email.boolean('double_confirm_changes', true),
    enableConfirmations: email.boolean('enable_confirmations', false),
    securePasswordChange: email.boolean('secure_password_change', false),
    maxFrequency: email.seconds('max_frequency', 60),
    otpLength: email.integer('otp_length', 6, { least: 6, most: 10 }),
    otpExpiry: email.integer('otp_expiry', 3600, { least: 1, most: 86_400 }),
    smtp: {
      enabled,
      host,
      port: smtp.integer('port', 587, { least: 1, most: 65_535 }),
      user: smtp.text('user', ''),
      pass: smtp.text('pass', ''),
      adminEmail: smtp.text('admin_email', ''),
      senderName: smtp.text('sender_name', ''),
    },
    template: readTemplates(email.section('template'), true),
    notification: readTemplates(email.section('notification'), false),
  };
}

function readTemplates(section: TomlSection, enabledByDefault: boolean): Record<string, MailTemplateConfig> {
  const templates: Record<string, MailTemplateConfig> = {};
  for (const name of section.keys()) {
    const template = section.section(name);
    templates[name] = {
      enabled: template.boolean('enabled', enabledByDefault),
      subject: template.text('subject', ''),
      contentPath: template.text('content_path', ''),
    };
    template.ignore('content');
  }
  return templates;
}

/** The settings of each SMS provider of the Supabase CLI; all are required. */
const providers = {
  twilio: ['account_sid', 'message_service_sid', 'auth_token'],
  twilio_verify: ['account_sid', 'message_service_sid', 'auth_token'],
  messagebird: ['originator', 'access_key'],
  textlocal: ['sender', 'api_key'],
  vonage: ['from', 'api_key', 'api_secret'],
} as const;

/** Twilio Verify makes and checks codes of its own. */
const unusable = 'twilio_verify';

type Provider = Pick<SmsConfig, 'provider' | 'settings'>;

export function readSms(sms: TomlSection, notes: ConfigNotes, hasHook: boolean): SmsConfig {
  const testOtp: Record<string, string> = {};
  const codes = sms.section('test_otp');
  for (const phone of codes.keys()) testOtp[phone.replace(/^\+/, '')] = codes.text(phone, '');
  return {
    enableSignup: sms.boolean('enabled', sms.boolean('enable_signup', false)),
    enableConfirmations: sms.boolean('enable_confirmations', false),
    template: sms.text('template', 'Your code is {{ .Code }}'),
    maxFrequency: sms.seconds('max_frequency', 60),
    otpLength: sms.integer('otp_length', 6, { least: 6, most: 10 }),
    otpExpiry: sms.integer('otp_expiry', 600, { least: 1, most: 86_400 }),
    testOtp,
    ...readProvider(sms, notes, hasHook),
  };
}

/** The one provider that is enabled. */
function readProvider(sms: TomlSection, notes: ConfigNotes, hasHook: boolean): Provider {
  let enabled: keyof typeof providers | '' = '';
  let settings: Record<string, string> = {};
  for (const name of ['twilio', 'twilio_verify', 'messagebird', 'textlocal', 'vonage'] as const) {
    const section = sms.section(name);
    const given = Object.fromEntries(providers[name].map((key) => [key, section.text(key, '')]));
    if (!section.boolean('enabled', false)) continue;
    if (enabled !== '')
      notes.problems.push(`auth.sms.${name} and auth.sms.${enabled} cannot both be enabled`);
    const empty = providers[name].filter((key) => given[key] === '');
    if (empty.length > 0) {
      const list = empty.every(section.isUnset) ? notes.warnings : notes.problems;
      list.push(`auth.sms.${name} is enabled but lacks ${empty.join(', ')}`);
    }
    enabled = name;
    settings = given;
  }
  if (enabled !== unusable) return { provider: enabled, settings };
  if (!hasHook)
    notes.warnings.push(
      `auth.sms.${unusable} is enabled, but no text messages are sent through Twilio Verify. Enable auth.sms.twilio, messagebird, ` +
        'textlocal or vonage instead, or the hook auth.hook.send_sms',
    );
  return { provider: '', settings: {} };
}
