import { measureStrength } from './password-strength.ts';

/** Four bars and a word: the word is what counts, the bars are for the eye. */
export function StrengthMeter({ password }: { password: string }) {
  const { level, word } = measureStrength(password);
  return (
    <span className="strength" data-level={level}>
      <span className="strength-bars" aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} data-on={bar <= level || undefined} />
        ))}
      </span>
      <span aria-live="polite">{word || 'At least eight characters; a few words make a good one.'}</span>
    </span>
  );
}
