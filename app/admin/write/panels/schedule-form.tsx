import { type FormEvent, useState } from 'react';
import { SaveButton } from '../../../components/save-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { toLocalInput, toMoment } from '../text/moments.ts';

/** Tomorrow at the next full hour is a likely wish. */
const tomorrow = () => new Date(Date.now() + 24 * 3_600_000).toISOString().replace(/:\d\d:.*/, ':00:00Z');

export function ScheduleForm({
  onSchedule,
  onCancel,
}: {
  onSchedule(moment: string): void;
  onCancel(): void;
}) {
  const [value, setValue] = useState(() => toLocalInput(tomorrow()));
  const [error, setError] = useState<string>();
  function submit(event: FormEvent) {
    event.preventDefault();
    const moment = toMoment(value);
    if (!moment) return setError('Please choose a day and a time.');
    if (Date.parse(`${moment}Z`) <= Date.now())
      return setError('This moment has passed. Publish the page instead.');
    onSchedule(moment);
  }
  return (
    <form className="write-form" method="post" onSubmit={submit} noValidate>
      <TextField
        label="The page appears at"
        type="datetime-local"
        value={value}
        error={error}
        hint={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. The file has it in UTC.`}
        autoFocus
        onChange={(event) => setValue(event.target.value)}
      />
      <SaveButton pending={false} onCancel={onCancel}>
        Save and schedule
      </SaveButton>
    </form>
  );
}
