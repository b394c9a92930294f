import { useMemo, useState } from 'react';
import type { Position } from '../../../running/analysis/geometry.ts';
import { cutZones } from '../../../running/privacy/cut-zones.ts';
import type { PrivacyZone } from '../../../running/privacy/zone.ts';
import type { Unit } from '../../../running/units.ts';
import { nameOf } from '../run/format-run.ts';
import { CutOutMap } from '../run/own/cut-out-map.tsx';
import type { OpenedRun } from '../run-source.ts';

interface ZonePreviewProps {
  opened: OpenedRun;
  unit: Unit;
  zones: readonly PrivacyZone[];
  place: Position | undefined;
  radius: number;
}

/** The part of a run that all zones together, including the new one, leave. */
export function ZonePreview({ opened, unit, zones, place, radius }: ZonePreviewProps) {
  // The database draws the real secret; until then the circle is beside the place in a made-up direction.
  const [secret] = useState(() => crypto.randomUUID());
  const shown = useMemo(
    () => cutZones(opened.run, place ? [...zones, { ...place, radius, secret }] : zones),
    [opened, zones, place, radius, secret],
  );
  return (
    <div className="zone-preview">
      <CutOutMap opened={opened} shown={shown?.run} unit={unit} />
      <p className="label">
        {shown
          ? `What others would see of “${nameOf(opened.entry)}”; the pale part is hidden. The real circle lies a little differently.`
          : `Nothing is left to see of “${nameOf(opened.entry)}”: it could not be public.`}
      </p>
    </div>
  );
}
