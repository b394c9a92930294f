import type { NamesView } from '../../names/view.ts';
import { ComparePart } from './name-comparison.tsx';
import { NamePart } from './name-details.tsx';

/** The comparison and the name that the address asks for. */
export function CloseLook({ view }: { view: NamesView }) {
  return (
    <>
      {view.compared && <ComparePart view={view} compared={view.compared} />}
      {view.detail && <NamePart view={view} detail={view.detail} />}
    </>
  );
}
