import { useEffect, useState } from 'react';
import { toSeconds } from '../../../running/pace.ts';
import { chooseUnit, readUnit, useShownUnit } from '../../runtime/unit-choice.ts';
import { firstForm, metresOf, type PaceForm, withUnit } from './pace-form.ts';

interface Pace {
  form: PaceForm;
  /** While a field is incomplete, the tables show the last valid run. */
  run: { metres: number; seconds: number };
  change(form: PaceForm): void;
  /** The length of a split, if one is chosen. */
  step: number | undefined;
  setStep(step: number): void;
}

/** The state of the calculator. */
export function usePace(): Pace {
  const [form, setForm] = useState(firstForm);
  const [run, setRun] = useState({ metres: 10_000, seconds: 3000 });
  const [step, setStep] = useState<number>();

  const shown = useShownUnit()?.unit;
  useEffect(() => {
    const unit = shown ?? readUnit();
    setForm((before) => (before.unit === unit ? before : withUnit(before, unit)));
  }, [shown]);

  function change(next: PaceForm) {
    if (next.unit !== form.unit) chooseUnit(next.unit);
    setForm(next);
    const metres = metresOf(next);
    const seconds = toSeconds(next.time);
    if (metres !== undefined && seconds !== undefined) setRun({ metres, seconds });
  }

  return { form, run, change, step, setStep };
}
