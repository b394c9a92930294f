import type { ShownRuns } from '../../../running/shown-run.ts';
import type { Unit } from '../../../running/units.ts';
import { chooseUnit } from '../../runtime/unit-choice.ts';
import { LatestRuns } from './latest-runs.tsx';
import { SourceNotice } from './source-notice.tsx';
import { SumFigures } from './sum-figures.tsx';
import { UnitSwitch } from './unit-switch.tsx';

/** The beginning of the overview, as the server knows it; the whole overview begins in the same way. */
export function StrangersRuns({ shown, unit }: { shown: ShownRuns; unit: Unit }) {
  return (
    <>
      {shown.isSample && <SourceNotice kind="samples" isSignedIn={false} onRemove={nothingToRemove} />}
      <div className="axis">
        <UnitSwitch unit={unit} onUnit={chooseUnit} />
        <SumFigures periods={shown.periods} unit={unit} />
      </div>
      <LatestRuns runs={shown.latest} unit={unit} />
      <div className="runs-coming needs-script" data-coming="" />
    </>
  );
}

async function nothingToRemove(): Promise<void> {}
