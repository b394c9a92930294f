import { measureStrength, type PasswordRules } from './password-strength.ts';

interface StrengthMeterProps {
  password: string;
  rules: PasswordRules;
  isRefused: boolean;
}

/** Four bars and a word; the bars are decoration. */
export function StrengthMeter({ password, rules, isRefused }: StrengthMeterProps) {
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
