import { useState } from 'react';
import type { OwnZone } from '../data/privacy-zones.ts';
import { describeRadius, formatPosition } from './zone-place.ts';

interface ZoneListProps {
  zones: readonly OwnZone[];
  pending: boolean;
  onRemove(id: string): Promise<boolean>;
}

export function ZoneList({ zones, pending, onRemove }: ZoneListProps) {
  const [asked, setAsked] = useState<string>();
  if (zones.length === 0)
    return <p className="hint">You have none: public runs are shown from their first step to their last.</p>;
  return (
    <ul className="zone-list">
      {zones.map(({ id, name, radius, ...place }) => (
        <li key={id}>
          <p className="zone-line">
            <bdi>{name || 'A place'}</bdi>
            <span className="label">
              {describeRadius(radius)} · {formatPosition(place)}
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
