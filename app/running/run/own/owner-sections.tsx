import type { Unit } from '../../../../running/units.ts';
import { PageSection } from '../../../components/page-section.tsx';
import type { OpenedRun, RunEntry } from '../../run-source.ts';
import { EditForm } from './edit-form.tsx';
import { FileTools } from './file-tools.tsx';
import { RunVisibility } from './run-visibility.tsx';

interface OwnerSectionsProps {
  opened: OpenedRun;
  unit: Unit;
  entries: readonly RunEntry[];
  onChanged(): void;
  onDeleted(): void;
}

/** The sections that only the owner of a run sees. */
export function OwnerSections({ opened, unit, entries, onChanged, onDeleted }: OwnerSectionsProps) {
  return (
    <>
      <PageSection title="Who can see it">
        <RunVisibility opened={opened} unit={unit} onChanged={onChanged} />
      </PageSection>
      <PageSection title="Name and notes">
        <EditForm opened={opened} entries={entries} onChanged={onChanged} />
      </PageSection>
      <PageSection title="File">
        <FileTools opened={opened} onDeleted={onDeleted} />
      </PageSection>
    </>
  );
}
