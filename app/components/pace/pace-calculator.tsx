import { useState } from 'react';
import { toSeconds } from '../../../running/pace.ts';
import { PageSection } from '../page-section.tsx';
import { PaceFields } from './pace-fields.tsx';
import { PaceFigures } from './pace-figures.tsx';
import { firstForm, metresOf } from './pace-form.ts';
import { PredictionsTable } from './predictions-table.tsx';
import { SplitsTable } from './splits-table.tsx';

/** Distance, time and pace; what they mean kilometre by kilometre, and for other races. */
export function PaceCalculator() {
  const [form, setForm] = useState(firstForm);
  // While a field is half typed the tables keep showing the last run that made sense.
  const [run, setRun] = useState({ metres: 10_000, seconds: 3000 });

  function change(next: typeof form) {
    setForm(next);
    const metres = metresOf(next);
    const seconds = toSeconds(next.time);
    if (metres !== undefined && seconds !== undefined) setRun({ metres, seconds });
  }

  return (
    <>
      <PageSection title="Pace">
        <PaceFields form={form} onChange={change} />
        <PaceFigures {...run} />
      </PageSection>
      <PageSection title="Splits">
        <SplitsTable {...run} unit={form.unit} />
      </PageSection>
      <PageSection title="Other races">
        <PredictionsTable {...run} unit={form.unit} />
      </PageSection>
    </>
  );
}
