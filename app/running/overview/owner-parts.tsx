import type { SupabaseClient } from '@supabase/supabase-js';
import { PageSection } from '../../components/page-section.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import { RunsFault } from '../runs-waiting.tsx';
import { useModule } from '../use-module.ts';

const loadImport = () => import('../import-ui/import-box.tsx');
const loadZones = () => import('../zones-ui/zones-panel.tsx');

interface ImportPartProps {
  client: SupabaseClient;
  /** Nothing else stands on the page: some words help. */
  isEmpty: boolean;
  onImported(): void;
}

/** Fetched on its own: it brings the readers of files. */
export function ImportPart({ client, isEmpty, onImported }: ImportPartProps) {
  const [box, again] = useModule(loadImport);
  return (
    <PageSection title="Import">
      {isEmpty && (
        <p className="runs-empty">
          No runs yet. Bring the files of your watch or phone, or the whole archive of a service: they stay
          private until you publish them.
        </p>
      )}
      {box === 'failed' && <RunsFault again={again} />}
      {box === undefined && <SkeletonLines lines={['w-3/5', 'w-2/5']} />}
      {box !== undefined && box !== 'failed' && <box.ImportBox {...{ client, onImported }} />}
    </PageSection>
  );
}

export function ZonesPart({ client, onChanged }: { client: SupabaseClient; onChanged(): void }) {
  const [panel, again] = useModule(loadZones);
  return (
    <>
      {panel === 'failed' && <RunsFault again={again} />}
      {panel === undefined && <SkeletonLines lines={['w-3/5', 'w-2/5']} />}
      {panel !== undefined && panel !== 'failed' && <panel.ZonesPanel {...{ client, onChanged }} />}
    </>
  );
}
