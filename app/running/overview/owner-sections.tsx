import type { Unit } from '../../../running/units.ts';
import { PageSection } from '../../components/page-section.tsx';
import type { SiteClient } from '../../session/site-client.ts';
import type { FoundRuns } from '../find-runs.ts';
import { ImportPlaceholder } from '../import-ui/import-placeholder.tsx';
import { RunsFault } from '../runs-loading.tsx';
import { useModule } from '../use-module.ts';
import { aboutZones, ZoneListPlaceholder } from '../zones-ui/zones-placeholder.tsx';

const loadImport = () => import('../import-ui/import-box.tsx');
const loadZones = () => import('../zones-ui/zones-panel.tsx');

interface ImportSectionProps {
  client: SiteClient;
  unit: Unit;
  /** Nothing else is on the page, so an introduction is shown. */
  isEmpty: boolean;
  /** The user has runs of their own, not samples. */
  hasRuns: boolean;
  onImported(): void;
}

/** Loaded as a chunk of its own, because it contains the file parsers. */
export function ImportSection({ client, unit, isEmpty, hasRuns, onImported }: ImportSectionProps) {
  const [box, retry] = useModule(loadImport);
  return (
    <PageSection title="Import">
      {isEmpty && (
        <p className="runs-empty">
          No runs yet. Import files from your watch or phone, or a full export from Strava, Garmin or Apple
          Health. Your runs stay private until you publish them.
        </p>
      )}
      {box === 'failed' && <RunsFault retry={retry} />}
      {box === undefined && <ImportPlaceholder hasRuns={hasRuns} />}
      {box !== undefined && box !== 'failed' && <box.ImportBox {...{ client, unit, hasRuns, onImported }} />}
    </PageSection>
  );
}

interface ZonesSectionProps {
  client: SiteClient;
  runs: FoundRuns;
  unit: Unit;
  onChanged(): void;
}

export function ZonesSection({ client, runs, unit, onChanged }: ZonesSectionProps) {
  const [panel, retry] = useModule(loadZones);
  return (
    <>
      {panel === 'failed' && <RunsFault retry={retry} />}
      {panel === undefined && (
        <div className="zones-panel">
          <p>{aboutZones}</p>
          <ZoneListPlaceholder />
        </div>
      )}
      {panel !== undefined && panel !== 'failed' && (
        <panel.ZonesPanel {...{ client, runs, unit, onChanged }} />
      )}
    </>
  );
}
