import type { SupabaseClient } from '@supabase/supabase-js';
import { type FormEvent, useId, useState } from 'react';
import type { Position } from '../../../running/analysis/geometry.ts';
import type { Unit } from '../../../running/units.ts';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { OwnZone } from '../data/privacy-zones.ts';
import { toMessage } from '../data/running-fault.ts';
import { PlaceChoice, type PlaceMethod } from './place-choice.tsx';
import { readGeolocation } from './read-geolocation.ts';
import { useRouteRuns } from './use-route-runs.ts';
import type { NewZone } from './use-zones.ts';
import { defaultRadius, describeRadius, parsePosition, radii, startOf } from './zone-place.ts';
import { ZonePreview } from './zone-preview.tsx';

interface ZoneFormProps {
  client: SupabaseClient;
  unit: Unit;
  zones: readonly OwnZone[];
  pending: boolean;
  onAdd(zone: NewZone): Promise<void>;
  onCancel(): void;
}

export function ZoneForm({ client, unit, zones, pending, onAdd, onCancel }: ZoneFormProps) {
  const runs = useRouteRuns(client);
  const [name, setName] = useState('');
  const [method, setMethod] = useState<PlaceMethod>();
  const [here, setHere] = useState<Position>();
  const [typed, setTyped] = useState('');
  const [radius, setRadius] = useState(defaultRadius);
  const [fault, setFault] = useState<string>();
  const [isLocating, setLocating] = useState(false);
  const id = useId();
  // Undefined until the runs are loaded: a method that changed by itself would hide another place than the one that was typed.
  const chosenMethod = method ?? (runs.entries && (runs.entries.length > 0 ? 'run' : 'coordinates'));
  const places: Record<PlaceMethod, Position | undefined> = {
    run: runs.opened && startOf(runs.opened.run.track),
    here,
    coordinates: parsePosition(typed),
  };
  const place = chosenMethod && places[chosenMethod];

  async function locate() {
    setFault(undefined);
    setLocating(true);
    try {
      setHere(await readGeolocation());
    } catch (error) {
      setFault(toMessage(error));
    } finally {
      setLocating(false);
    }
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFault(place ? undefined : chosenMethod ? missing[chosenMethod] : 'Say where the place is.');
    if (place) await onAdd({ name: name.trim(), radius, ...place });
  }

  return (
    <form className="zone-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="What is there"
        placeholder="Home"
        maxLength={100}
        value={name}
        hint="Only you see this."
        onChange={(event) => setName(event.target.value)}
      />
      <PlaceChoice
        method={chosenMethod}
        unit={unit}
        onMethod={(next) => {
          setMethod(next);
          setFault(undefined);
          if (next === 'here' && !here) void locate();
        }}
        runs={runs}
        here={here}
        isLocating={isLocating}
        onLocate={() => void locate()}
        typed={typed}
        onTyped={setTyped}
      />
      <div className="field">
        <label htmlFor={id}>How much to hide around it</label>
        <select
          className="input"
          id={id}
          value={radius}
          onChange={(event) => setRadius(Number(event.target.value))}
        >
          {radii.map(({ metres }) => (
            <option key={metres} value={metres}>
              {describeRadius(metres, unit)}
            </option>
          ))}
        </select>
      </div>
      <FaultNotice fault={fault} />
      {runs.opened && (
        <ZonePreview opened={runs.opened} unit={unit} zones={zones} place={place} radius={radius} />
      )}
      <p className="save-row">
        <button type="submit" className="button" aria-disabled={pending || undefined}>
          {pending ? 'One moment …' : 'Hide this place'}
        </button>
        <button type="button" className="text-button" onClick={onCancel}>
          Cancel
        </button>
      </p>
    </form>
  );
}

const missing: Record<PlaceMethod, string> = {
  run: 'Choose the run that begins at the place.',
  here: 'Where you are is not known yet.',
  coordinates: 'Write the place as 51.4412, -0.2741.',
};
