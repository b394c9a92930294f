import { PageSection } from '../page-section.tsx';
import { PaceFields } from './pace-fields.tsx';
import { PaceFigures } from './pace-figures.tsx';
import { PredictionsTable } from './predictions-table.tsx';
import { SplitsTable } from './splits-table.tsx';
import type { Pace } from './use-pace.ts';

/** Calculates distance, time and pace, with splits and predictions for other races. */
export function PaceCalculator({ pace: { form, run, change, step, setStep } }: { pace: Pace }) {
  return (
    <>
      <PageSection title="Pace">
        <PaceFields form={form} onChange={change} />
        <PaceFigures {...run} />
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
