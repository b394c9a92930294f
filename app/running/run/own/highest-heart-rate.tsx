import { type FormEvent, useState } from 'react';
import { TextField } from '../../../components/text-field.tsx';

interface HighestHeartRateProps {
  stated: number | undefined;
  /** What the zones are shares of, as a sentence. */
  sentence: string;
  onStated: (highest: number | undefined) => Promise<void>;
}

/** The maximum heart rate on which the zones are based, and a form to set it. */
export function HighestHeartRate({ stated, sentence, onStated }: HighestHeartRateProps) {
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const text = (typed ?? '').trim();
    const beats = Number(text);
    if (text !== '' && !(Number.isInteger(beats) && beats >= 100 && beats <= 250)) {
      setFault('Enter a whole number from 100 to 250, or leave it empty.');
      return;
    }
    try {
      await onStated(text === '' ? undefined : beats);
      setTyped(undefined);
      setFault(undefined);
    } catch {
      setFault('It could not be saved. Try again in a moment.');
    }
  }

  if (typed === undefined)
    return (
      <p className="label run-note">
        {sentence}{' '}
        <button type="button" className="text-button" onClick={() => setTyped(String(stated ?? ''))}>
          {stated === undefined ? 'Set yours' : 'Change'}
        </button>
      </p>
    );
  return (
    <form className="run-line-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Your maximum heart rate"
        inputMode="numeric"
        autoFocus
        value={typed}
        error={fault}
        hint="Used for all your runs. Leave it empty to use the highest one recorded."
        onChange={(event) => setTyped(event.target.value)}
      />
      <p className="save-row">
        <button type="submit" className="button">
          Save
        </button>
        <button type="button" className="text-button" onClick={() => setTyped(undefined)}>
          Cancel
        </button>
      </p>
    </form>
  );
}
