import { type InputHTMLAttributes, useId, useState } from 'react';
import type { FormField } from '../../../../markdown/frontmatter/form-fields.ts';
import { TextField } from '../../../components/text-field.tsx';
import {
  changeMember,
  changePicture,
  parseList,
  parseNumber,
  parseSwitch,
  readMember,
  toListText,
} from '../text/field-values.ts';
import { toLocalInput, toMoment } from '../text/moments.ts';

interface SettingsFieldProps {
  field: FormField;
  value: unknown;
  /** Null removes the field. */
  onChange(value: unknown): void;
}

export function SettingsField(props: SettingsFieldProps) {
  const { field, value, onChange } = props;
  const written = value === undefined || value === null ? '' : String(value);
  switch (field.kind) {
    case 'switch':
      return <SwitchField {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'group':
      return <GroupField {...props} />;
    case 'image':
      return <PictureField {...props} />;
    case 'long-text':
      return <LongTextField {...props} />;
    case 'list':
      return (
        <LineField
          {...field}
          hint={`${field.hint} Separate them with commas.`}
          start={toListText(value)}
          onCommit={(text) => onChange(parseList(text))}
        />
      );
    case 'moment':
      return (
        <LineField
          {...field}
          hint={`${field.hint} In your time zone.`}
          type="datetime-local"
          start={toLocalInput(written)}
          onCommit={(text) => onChange(toMoment(text) ?? null)}
        />
      );
    case 'day':
      return <LineField {...field} type="date" start={written} onCommit={(text) => onChange(text || null)} />;
    case 'number':
      return (
        <LineField
          {...field}
          inputMode="numeric"
          start={written}
          onCommit={(text) => onChange(parseNumber(text))}
        />
      );
    case 'text':
      return <LineField {...field} start={written} onCommit={(text) => onChange(text.trim() || null)} />;
  }
}

interface LineFieldProps {
  label: string;
  hint?: string;
  type?: InputHTMLAttributes<HTMLInputElement>['type'];
  inputMode?: 'numeric';
  start: string;
  onCommit(text: string): void;
}

/** The text is changed when the field is left or Enter is pressed, not at each letter. */
function LineField({ label, hint, type = 'text', inputMode, start, onCommit }: LineFieldProps) {
  const [text, setText] = useState(start);
  const commit = () => text !== start && onCommit(text);
  return (
    <TextField
      label={label}
      hint={hint}
      type={type}
      inputMode={inputMode}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

function LongTextField({ field, value, onChange }: SettingsFieldProps) {
  const id = useId();
  const start = typeof value === 'string' ? value : '';
  const [text, setText] = useState(start);
  return (
    <div className="field">
      <label htmlFor={id}>{field.label}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        aria-describedby={`${id}hint`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => text !== start && onChange(text.trim() || null)}
      />
      <p className="hint" id={`${id}hint`}>
        {field.hint}
      </p>
    </div>
  );
}

function SwitchField({ field, value, onChange }: SettingsFieldProps) {
  const isOn = typeof value === 'boolean' ? value : (field.standard ?? false);
  return (
    <label className="write-check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(parseSwitch(event.target.checked, field.standard))}
      />
      <span>
        {field.label} <span className="hint">{field.hint}</span>
      </span>
    </label>
  );
}

function ChoiceField({ field, value, onChange }: SettingsFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{field.label}</label>
      <select
        id={id}
        className="input"
        value={String(value ?? '')}
        aria-describedby={`${id}hint`}
        onChange={(event) => onChange(event.target.value || null)}
      >
        <option value="">Not set</option>
        {field.choices?.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <p className="hint" id={`${id}hint`}>
        {field.hint}
      </p>
    </div>
  );
}

function GroupField({ field, value, onChange }: SettingsFieldProps) {
  return (
    <fieldset className="write-group">
      <legend>{field.label}</legend>
      <p className="hint">{field.hint}</p>
      {field.falseMeans && (
        <label className="write-check">
          <input
            type="checkbox"
            checked={value === false}
            onChange={(event) => onChange(event.target.checked ? false : null)}
          />
          {field.falseMeans}
        </label>
      )}
      {value !== false &&
        field.members?.map(({ name, label }) => (
          <LineField
            key={name}
            label={label}
            start={readMember(value, name)}
            onCommit={(text) => onChange(changeMember(value, name, text.trim()))}
          />
        ))}
    </fieldset>
  );
}

function PictureField({ field, value, onChange }: SettingsFieldProps) {
  const src = typeof value === 'string' ? value : readMember(value, 'src');
  const alt = readMember(value, 'alt');
  return (
    <fieldset className="write-group">
      <legend>{field.label}</legend>
      <LineField
        label="File"
        hint={field.hint}
        start={src}
        onCommit={(text) => onChange(changePicture(text.trim(), alt))}
      />
      {src !== '' && (
        <LineField
          label="What it shows"
          start={alt}
          onCommit={(text) => onChange(changePicture(src, text.trim()))}
        />
      )}
    </fieldset>
  );
}
