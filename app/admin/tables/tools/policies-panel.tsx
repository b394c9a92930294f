import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import type { Policy, TableDetails } from '../table-data.ts';
import { SqlPreview } from './sql-preview.tsx';
import { buildPolicy, buildRowSecurity, type PolicyTemplate, toMigrationName } from './table-sql.ts';
import type { ToolProps } from './tool-props.ts';
import { useMigration } from './use-migration.ts';

/** Who sees and changes which rows. */
export function PoliciesPanel({ table, onDone }: ToolProps) {
  if (table.kind !== 'table')
    return (
      <section className="tools-panel" aria-label="Policies">
        <p>
          A {table.kind} has no policies of its own. It shows what its owner may read, unless it was made with{' '}
          <code>security_invoker</code>.
        </p>
      </section>
    );
  return (
    <section className="tools-panel" aria-label="Policies">
      <State table={table} onDone={onDone} />
      {table.policies.length > 0 && (
        <ul className="tools-policies">
          {table.policies.map((policy) => (
            <PolicyEntry key={policy.name} policy={policy} />
          ))}
        </ul>
      )}
      <PolicyForm table={table} onDone={onDone} />
    </section>
  );
}

type PartProps = Pick<ToolProps, 'table' | 'onDone'>;

function State({ table, onDone }: PartProps) {
  const migration = useMigration();
  if (table.rowSecurity)
    return (
      <p>
        {table.policies.length === 0
          ? 'Row security is on, and there is no policy: no visitor sees a row. Functions of the site and the service key do.'
          : 'Row security is on. A visitor sees and changes the rows that one of these policies allows.'}
      </p>
    );

  async function turnOn() {
    const name = toMigrationName('protect', table.name);
    if (await migration.apply(name, buildRowSecurity(table))) onDone();
  }
  return (
    <div className="notice notice-fault">
      <p>
        <b>Row security is off.</b>{' '}
        {table.isOpen
          ? 'Every visitor with the public key can read all rows, and change them as far as the rights allow.'
          : 'Only the rights of the roles keep visitors from its rows.'}{' '}
        {table.policies.length > 0 && 'The policies below have no effect.'}
      </p>
      <p className="tools-act">
        <button
          type="button"
          className="choice"
          aria-disabled={migration.pending || undefined}
          onClick={turnOn}
        >
          Turn row security on
        </button>
      </p>
      <FaultNotice fault={migration.fault} />
    </div>
  );
}

const commands: Record<string, string> = {
  select: 'Read',
  insert: 'Add',
  update: 'Change',
  delete: 'Delete',
  all: 'Read, add, change and delete',
};

function PolicyEntry({ policy }: { policy: Policy }) {
  const roles = policy.roles.map((role) => (role === 'public' ? 'every role' : role)).join(', ');
  return (
    <li>
      <b>{policy.name}</b>
      <span className="hint">
        {commands[policy.command.toLowerCase()] ?? policy.command}, for {roles}
        {!policy.permissive && '; a restriction: every one of these must hold'}
      </span>
      {policy.using !== null && <Rule title="Rows that are there" rule={policy.using} />}
      {policy.check !== null && <Rule title="Rows as they are written" rule={policy.check} />}
    </li>
  );
}

function Rule({ title, rule }: { title: string; rule: string }) {
  return (
    <p className="tools-rule">
      <span className="hint">{title}</span>
      <code>{rule}</code>
    </p>
  );
}

const templates: { template: PolicyTemplate; title: string; hint: string }[] = [
  { template: 'visitors-read', title: 'Every visitor reads', hint: 'All rows, without signing in.' },
  {
    template: 'own-rows',
    title: 'Users read and write their own rows',
    hint: 'A column holds the id of the user.',
  },
  { template: 'owners-only', title: 'Only owners', hint: 'Owners of this site read and write all rows.' },
];

function PolicyForm({ table, onDone }: PartProps) {
  const candidates = listUserColumns(table);
  const [template, setTemplate] = useState<PolicyTemplate>();
  const [chosen, setChosen] = useState<string>();
  const migration = useMigration();
  const userColumn = chosen ?? candidates[0] ?? '';
  const sql = template && buildPolicy({ table, template, userColumn });
  const lacksColumn = template === 'own-rows' && userColumn === '';

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!template || !sql) return migration.refuse('Choose which policy to add.');
    if (lacksColumn)
      return migration.refuse('There is no uuid column. Add one that points to auth.users first.');
    if (await migration.apply(toMigrationName('allow', template, table.name), sql)) {
      setTemplate(undefined);
      onDone();
    }
  }

  return (
    <form method="post" className="tools-form" aria-label="New policy" onSubmit={submit}>
      <fieldset className="tools-ways">
        <legend>Add a policy</legend>
        {templates.map((each) => (
          <label key={each.template}>
            <input
              type="radio"
              name="template"
              checked={template === each.template}
              onChange={() => setTemplate(each.template)}
            />
            <span>
              {each.title}
              <span className="hint">{each.hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {template === 'own-rows' && candidates.length > 0 && (
        <div className="field">
          <label htmlFor="policy-column">Column with the user</label>
          <select
            id="policy-column"
            className="input"
            value={userColumn}
            onChange={({ target }) => setChosen(target.value)}
          >
            {candidates.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      {sql && !lacksColumn && <SqlPreview sql={sql} />}
      <FaultNotice fault={migration.fault} />
      {template && <SaveButton pending={migration.pending}>Add policy</SaveButton>}
    </form>
  );
}

/** Columns that may hold a user's id; those that point to users first. */
function listUserColumns({ columns }: TableDetails): string[] {
  const ids = columns.filter(({ kind }) => kind === 'uuid');
  const pointsToUsers = ({ references, name }: TableDetails['columns'][number]) =>
    (references?.schema === 'auth' && references.name === 'users') || name === 'user_id';
  return [...ids.filter(pointsToUsers), ...ids.filter((column) => !pointsToUsers(column))].map(
    ({ name }) => name,
  );
}
