const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** The character sets of a `password_requirements` value of config.toml; undefined for an unknown value. */
export function passwordCharacters(requirements: string): string[] | undefined {
  switch (requirements) {
    case '':
      return [];
    case 'letters_digits':
      return [lower + upper, digits];
    case 'lower_upper_letters_digits':
      return [lower, upper, digits];
    case 'lower_upper_letters_digits_symbols':
      return [lower, upper, digits, symbols];
    default:
      return undefined;
  }
}
