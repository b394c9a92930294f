import { type FormEvent, useId, useMemo, useState } from 'react';
import type { Position } from '../../../running/analysis/geometry.ts';
import { cutZones } from '../../../running/privacy/cut-zones.ts';
import type { PrivacyZone } from '../../../running/privacy/zone.ts';
import type { Unit } from '../../../running/units.ts';
import { FaultNotice } from '../../components/fault-notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import type { OwnZone } from '../data/privacy-zones.ts';
import { RunningFault, toMessage } from '../data/running-fault.ts';
import { nameOf } from '../run/format-run.ts';
import { CutOutMap } from '../run/own/cut-out-map.tsx';
import type { OpenedRun } from '../run-source.ts';
import { PlaceChoice, type PlaceMethod } from './place-choice.tsx';
import type { useRouteRuns } from './use-route-runs.ts';
import type { NewZone } from './use-zones.ts';
import { defaultRadius, describeRadius, parsePosition, radii, startOf } from './zone-place.ts';

interface ZoneFormProps {
  runs: ReturnType<typeof useRouteRuns>;
  unit: Unit;
  zones: readonly OwnZone[];
  pending: boolean;
  onAdd(zone: NewZone): Promise<void>;
  onCancel(): void;
}

export function ZoneForm({ runs, unit, zones, pending, onAdd, onCancel }: ZoneFormProps) {
  const [name, setName] = useState('');
  const [method, setMethod] = useState<PlaceMethod>(runs.entries.length > 0 ? 'run' : 'coordinates');
  const [here, setHere] = useState<Position>();
  const [typed, setTyped] = useState('');
  const [radius, setRadius] = useState(defaultRadius);
  const [fault, setFault] = useState<string>();
  const [isLocating, setLocating] = useState(false);
  const id = useId();
  const places: Record<PlaceMethod, Position | undefined> = {
    run: runs.opened && startOf(runs.opened.run.track),
    here,
    coordinates: parsePosition(typed),
  };
  const place = places[method];

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
    setFault(place ? undefined : missing[method]);
    if (place) await onAdd({ name: name.trim(), radius, ...place });
  }

  return (
    <form className="zone-form" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name of the place"
        placeholder="Home"
        maxLength={100}
        value={name}
        hint="Only you see this."
        onChange={(event) => setName(event.target.value)}
      />
      <PlaceChoice
        method={method}
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
  run: 'Choose a run that starts there.',
  here: 'Your location is not known yet. Press “Find me” first.',
  coordinates: 'Enter the place like this: 51.4412, -0.2741.',
};

const messages: Record<number, string> = {
  1: 'Your browser does not share your location with this site. Use the start of a run or coordinates instead.',
  2: 'Your device cannot find its location right now. Use the start of a run or coordinates instead.',
  3: 'Finding your location took too long. Try again.',
};

/** Reads the position from the browser, which asks the user. It is used only for the zone. */
function readGeolocation(): Promise<Position> {
  return new Promise((done, fail) => {
    if (!('geolocation' in navigator)) {
      fail(new RunningFault('This browser cannot share your location.'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => done({ latitude, longitude }),
      (error) => fail(new RunningFault(messages[error.code] ?? error.message, { cause: error })),
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  });
}

interface ZonePreviewProps {
  opened: OpenedRun;
  unit: Unit;
  zones: readonly PrivacyZone[];
  place: Position | undefined;
  radius: number;
}

/** The part of a run that all zones together, including the new one, leave. */
function ZonePreview({ opened, unit, zones, place, radius }: ZonePreviewProps) {
  // The database draws the real secret; until then the circle is beside the place in a made-up direction.
  const [secret] = useState(() => crypto.randomUUID());
  const all = useMemo(
    () => (place ? [...zones, { ...place, radius, secret }] : zones),
    [zones, place, radius, secret],
  );
  const shown = useMemo(() => cutZones(opened.run, all), [opened, all]);
  return (
    <div className="zone-preview">
      <CutOutMap opened={opened} shown={shown?.run} zones={all} unit={unit} />
      <p className="label">
        {shown
          ? `What others would see of “${nameOf(opened.entry)}”; the pale part is hidden. The ring is the zone, and the dashed circle is roughly what is cut.`
          : `The zone hides all of “${nameOf(opened.entry)}”, so it could not be public.`}
      </p>
    </div>
  );
}
