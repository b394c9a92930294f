import { useState } from 'react';
import type { Unit } from '../../../running/units.ts';
import type { OwnZone } from '../data/privacy-zones.ts';
import { describeRadius, formatPosition } from './zone-place.ts';
import { noZones } from './zones-placeholder.tsx';

interface ZoneListProps {
  zones: readonly OwnZone[];
  unit: Unit;
  pending: boolean;
  onRemove(id: string): Promise<boolean>;
}

export function ZoneList({ zones, unit, pending, onRemove }: ZoneListProps) {
  const [asked, setAsked] = useState<string>();
  if (zones.length === 0) return <p className="hint">{noZones}</p>;
  return (
    <ul className="zone-list">
      {zones.map(({ id, name, radius, ...place }) => (
        <li key={id}>
          <p className="zone-line">
            <bdi>{name || 'A place'}</bdi>
            <span className="label">
              {describeRadius(radius, unit)} · {formatPosition(place)}
            </span>
          </p>
          {asked === id ? (
            <div className="danger">
              <p>Your public runs will show what this zone has hidden.</p>
              <p className="save-row">
                <button
                  type="button"
                  className="button"
                  disabled={pending}
                  onClick={() => void onRemove(id).then(() => setAsked(undefined))}
                >
                  Remove the zone
                </button>
                <button type="button" className="text-button" onClick={() => setAsked(undefined)}>
                  Keep it
                </button>
              </p>
            </div>
          ) : (
            <button
              type="button"
              className="text-button"
              aria-label={`Remove ${name || 'this place'} …`}
              onClick={() => setAsked(id)}
            >
              Remove …
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
