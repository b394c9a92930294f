import { PasswordField } from './password-field.tsx';
import { StrengthMeter } from './strength-meter.tsx';

interface NewPasswordFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  onChange(typed: string): void;
}

/** A password that is being chosen: with what is to be said of its strength. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <PasswordField {...props} autoComplete="new-password" hint={<StrengthMeter password={props.value} />} />
  );
}
