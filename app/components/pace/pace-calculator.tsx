import { useEffect, useState } from 'react';
import { kilometre, mile, paceOf, toClock, toSeconds } from '../../../running/pace.ts';
import { metresIn, type Unit } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { formatNumber } from '../../format/count.ts';
import { chooseUnit, readUnit, useShownUnit } from '../../runtime/unit-choice.ts';
import { PageSection } from '../page-section.tsx';
import { PaceFields } from './pace-fields.tsx';
import { firstForm, metresOf, type PaceForm, withUnit } from './pace-form.ts';
import { PredictionsTable } from './predictions-table.tsx';
import { SplitsTable } from './splits-table.tsx';

/** Calculates distance, time and pace, with splits and predictions for other races. */
export function PaceCalculator() {
  const { form, run, change, step, setStep } = usePace();
  return (
    <>
      <PageSection title="Pace">
        <PaceFields form={form} onChange={change} />
        <PaceFigures {...run} unit={form.unit} />
      </PageSection>
      <PageSection title="Splits">
        <SplitsTable {...run} unit={form.unit} chosen={step} onChoose={setStep} />
      </PageSection>
      <PageSection title="Other races">
        <PredictionsTable {...run} unit={form.unit} />
      </PageSection>
    </>
  );
}

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
function usePace(): Pace {
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

/** The run in large figures: its pace in kilometers and miles, and its speed in the chosen unit. */
function PaceFigures({ metres, seconds, unit }: { metres: number; seconds: number; unit: Unit }) {
  const speed = (metres / metresIn(unit) / seconds) * 3600;
  const figures = [
    { name: 'per kilometer', value: toClock(paceOf(metres, seconds, kilometre)) },
    { name: 'per mile', value: toClock(paceOf(metres, seconds, mile)) },
    { name: unit === 'km' ? 'km/h' : 'mph', value: formatNumber(speed, site.language, 1) },
  ];
  return (
    <dl className="mt-l flex flex-wrap gap-x-xl gap-y-s" aria-live="polite">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="label">{name}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
