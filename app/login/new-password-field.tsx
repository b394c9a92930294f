import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';
import type { NewPassword } from './use-new-password.ts';

/** The field for a new password, with its strength. */
export function NewPasswordField({ label, chosen }: { label: string; chosen: NewPassword }) {
  const { password, rules, isRefused, error, type } = chosen;
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      value={password}
      error={error}
      hint={<StrengthMeter {...{ password, rules, isRefused }} />}
      onChange={type}
    />
  );
}
