import { useRef, useState } from 'react';
import { type FormField, formFields } from '../../../../markdown/frontmatter/form-fields.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { SettingsField } from './settings-field.tsx';

interface SettingsFormProps {
  /** Of the front matter, as the server reads it. */
  fields: Record<string, unknown> | undefined;
  onChange(changes: Record<string, unknown>): Promise<void>;
}

/** The fields of the page's front matter. A changed one changes its line of the text and nothing else. */
export function SettingsForm({ fields, onChange }: SettingsFormProps) {
  const [fault, setFault] = useState<string>();
  const changing = useRef(Promise.resolve());
  /** One after the other: the answer to one change is a text without the next. */
  function change(field: FormField, value: unknown): void {
    setFault(undefined);
    changing.current = changing.current
      .then(() => onChange({ [field.name]: value }))
      .catch((error: Error) => setFault(error.message));
  }
  const show = (field: FormField) => (
    // Another value, from the text, is another field: what is half typed in it is of no use then.
    <SettingsField
      key={`${field.name} ${JSON.stringify(fields?.[field.name])}`}
      field={field}
      value={fields?.[field.name]}
      onChange={(value) => change(field, value)}
    />
  );
  const isUsed = ({ name }: FormField) => fields?.[name] !== undefined;
  const rare = formFields.filter((field) => field.isRare && !isUsed(field));
  return (
    <section className="write-pane write-settings" aria-label="Page settings">
      <FaultNotice fault={fault} />
      {fields ? (
        <>
          {formFields.filter((field) => !field.isRare || isUsed(field)).map(show)}
          <details className="write-rare">
            <summary>More settings</summary>
            <div>{rare.map(show)}</div>
          </details>
        </>
      ) : (
        <SkeletonLines lines={['w-3/5', 'w-4/5', 'w-3/5', 'w-4/5']} />
      )}
    </section>
  );
}
