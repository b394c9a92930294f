import { useState } from 'react';
import type { Unit } from '../../../running/units.ts';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { SkeletonLines } from '../../components/skeleton.tsx';
import type { SiteClient } from '../../session/site-client.ts';
import type { FoundRuns } from '../find-runs.ts';
import { StrangersView } from '../run/own/public-preview.tsx';
import { RunChoice } from './run-choice.tsx';
import { useRouteRuns } from './use-route-runs.ts';
import { useZones } from './use-zones.ts';
import { ZoneForm } from './zone-form.tsx';
import { ZoneList } from './zone-list.tsx';
import { aboutZones, ZoneListPlaceholder } from './zones-placeholder.tsx';

interface ZonesPanelProps {
  client: SiteClient;
  /** The user's own runs. */
  runs: FoundRuns;
  unit: Unit;
  /** Called when the public view of the runs may have changed. */
  onChanged(): void;
}

/** The privacy zones. */
export function ZonesPanel({ client, runs, unit, onChanged }: ZonesPanelProps) {
  const { zones, stale, fault, note, pending, cutting, look, add, remove, cutAnew } = useZones(
    client,
    onChanged,
  );
  const [isAdding, setAdding] = useState(false);
  const [isLooking, setLooking] = useState(false);
  const routes = useRouteRuns(runs, isAdding || isLooking);
  return (
    <div className="zones-panel">
      <p>{aboutZones}</p>
      <FaultNotice fault={fault} />
      {!zones && !fault && <ZoneListPlaceholder />}
      {!zones && fault && (
        <button type="button" className="text-button" onClick={() => void look()}>
          Try again
        </button>
      )}
      {cutting && (
        <div className="import-progress">
          <p className="import-progress-head">
            <strong>Updating public runs</strong>
            <span className="label">{cutting.total > 0 && `${cutting.done} of ${cutting.total}`}</span>
          </p>
          <progress aria-label="Updating public runs" max={Math.max(1, cutting.total)} value={cutting.done} />
        </div>
      )}
      <p role="status" className="import-note">
        {note}
      </p>
      {zones && !pending && stale > 0 && (
        <div className="notice">
          <p>
            {stale === 1 ? 'One public run is' : `${stale} public runs are`} hidden because your privacy
            zones, or how they work, have changed.
          </p>
          <button type="button" className="text-button" onClick={() => void cutAnew()}>
            Update and show again
          </button>
        </div>
      )}
      {zones && <ZoneList zones={zones} unit={unit} pending={pending} onRemove={remove} />}
      {zones &&
        (isAdding ? (
          <ZoneForm
            runs={routes}
            unit={unit}
            zones={zones}
            pending={pending}
            onAdd={async (zone) => {
              if (await add(zone)) setAdding(false);
            }}
            onCancel={() => setAdding(false)}
          />
        ) : (
          <p className="save-row">
            <button type="button" className="button" onClick={() => setAdding(true)}>
              Add a zone
            </button>
            {zones.length > 0 && routes.entries.length > 0 && (
              <button
                type="button"
                className="text-button"
                aria-expanded={isLooking}
                onClick={() => setLooking(!isLooking)}
              >
                {isLooking ? 'Close' : 'See what they hide'}
              </button>
            )}
          </p>
        ))}
      {zones && zones.length > 0 && isLooking && !isAdding && (
        <>
          <RunChoice runs={routes} unit={unit} />
          {routes.opened && <StrangersView opened={routes.opened} unit={unit} zones={zones} />}
          {routes.isMissing && (
            <p className="notice">This run cannot be loaded right now. Choose another one.</p>
          )}
          {!routes.opened && !routes.isMissing && <SkeletonLines lines={['w-3/5', 'w-2/5']} />}
        </>
      )}
    </div>
  );
}
