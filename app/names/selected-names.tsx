import type { NamesView } from '../../names/view.ts';
import { NameComparison } from './name-comparison.tsx';
import { NameDetails } from './name-details.tsx';

/** The comparison and the name details of the address. */
export function SelectedNames({ view }: { view: NamesView }) {
  return (
    <>
      {view.compared && <NameComparison view={view} compared={view.compared} />}
      {view.detail && <NameDetails view={view} detail={view.detail} />}
    </>
  );
}
