import { PasswordField } from './password-field.tsx';
import { measureStrength, type PasswordRules } from './password-strength.ts';
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

interface StrengthMeterProps {
  password: string;
  rules: PasswordRules;
  isRefused: boolean;
}

/** Four bars and a word; the bars are decoration. */
function StrengthMeter({ password, rules, isRefused }: StrengthMeterProps) {
  const { level, label } = measureStrength(password, rules, isRefused);
  return (
    <span className="strength" data-level={level}>
      <span className="strength-bars" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= level || undefined} />
        ))}
      </span>
      <span aria-live="polite">
        {label || `At least ${rules.minimumLength} characters; a few words make a good one.`}
      </span>
    </span>
  );
}
