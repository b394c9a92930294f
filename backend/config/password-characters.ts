const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** What `password_requirements` of config.toml stands for, or undefined for a name that does not exist. */
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
