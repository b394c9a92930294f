import { useId } from 'react';
import { raceDistances, toSeconds } from '../../../running/pace.ts';
import type { Unit } from '../../../running/units.ts';
import { useEarlyInput } from '../../runtime/use-early-input.ts';
import { TextField } from '../text-field.tsx';
import {
  metresOf,
  type PaceForm,
  takeOver,
  toDistance,
  withDistance,
  withPace,
  withTime,
  withUnit,
} from './pace-form.ts';

interface PaceFieldsProps {
  form: PaceForm;
  onChange: (form: PaceForm) => void;
}

export function PaceFields({ form, onChange }: PaceFieldsProps) {
  const unit = useId();
  const fields = useEarlyInput(form, (found) => onChange(takeOver(form, found)));
  const timeFault = 'Enter a time like 52:30 or 3:45:00.';
  return (
    // The form has nothing to send: outside of a dialog the method `dialog` does nothing.
    <form
      ref={fields}
      className="grid gap-m"
      method="dialog"
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      <DistanceChoices form={form} onChange={onChange} />
      <div className="grid grid-cols-2 gap-s md:grid-cols-4">
        <TextField
          label="Distance"
          name="distance"
          inputMode="decimal"
          value={form.distance}
          error={metresOf(form) === undefined && 'Enter a number like 10 or 21.1.'}
          onChange={(event) => onChange(withDistance(form, event.target.value))}
        />
        <div className="field">
          <label htmlFor={unit}>Unit</label>
          <select
            className="input"
            id={unit}
            name="unit"
            value={form.unit}
            onChange={(event) => onChange(withUnit(form, event.target.value as Unit))}
          >
            <option value="km">Kilometers</option>
            <option value="mi">Miles</option>
          </select>
        </div>
        <TextField
          label="Time"
          name="time"
          value={form.time}
          error={toSeconds(form.time) === undefined && timeFault}
          onChange={(event) => onChange(withTime(form, event.target.value))}
        />
        <TextField
          label={`Pace per ${form.unit === 'km' ? 'km' : 'mile'}`}
          name="pace"
          value={form.pace}
          error={toSeconds(form.pace) === undefined && 'Enter a pace like 5:30.'}
          onChange={(event) => onChange(withPace(form, event.target.value))}
        />
      </div>
    </form>
  );
}

function DistanceChoices({ form, onChange }: PaceFieldsProps) {
  return (
    <fieldset className="choices">
      <legend className="sr-only">Race distances</legend>
      {raceDistances.map(({ name, metres }) => {
        const distance = toDistance(metres, form.unit);
        return (
          <button
            key={name}
            type="button"
            className="choice"
            aria-pressed={form.distance === distance}
            onClick={() => onChange(withDistance(form, distance))}
          >
            {name}
          </button>
        );
      })}
    </fieldset>
  );
}
