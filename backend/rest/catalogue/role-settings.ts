import type { RoleSettings } from './definitions.ts';

export interface RoleSettingRow {
  role: string;
  name: string;
  value: string;
}

/** Settings that only the request may set. A role can change its own defaults, and so can a function that executes text. */
const ofRequest = /^(request\..*|storage\..*|role|session_authorization|search_path)$/i;

/** Parses PostgREST's settings of the role `authenticator`, and the settings that apply to each request of a role. */
export function parseRoleSettings(rows: RoleSettingRow[]): RoleSettings {
  const own = new Map(
    rows
      .filter(({ role, name }) => role === 'authenticator' && name.startsWith('pgrst.'))
      .map((row) => [row.name.slice(6), row.value]),
  );
  const isOn = (name: string) => /^(true|on|yes|1|t)$/i.test(own.get(name) ?? '');
  const end = own.get('db_tx_end') ?? 'commit';
  const maxRows = Number(own.get('db_max_rows') || Number.NaN);
  const [schema, name] = (own.get('db_pre_request') ?? '').split('.');
  const ofRole = Map.groupBy(
    rows.filter(
      ({ role, name: setting }) =>
        role !== 'authenticator' && !setting.startsWith('pgrst.') && !ofRequest.test(setting),
    ),
    ({ role }) => role,
  );
  return {
    isPlanAllowed: isOn('db_plan_enabled'),
    areAggregatesAllowed: isOn('db_aggregates_enabled'),
    mayEndTransaction: end.endsWith('allow-override'),
    rollsBackByDefault: end.startsWith('rollback'),
    maxRows: Number.isInteger(maxRows) && maxRows > 0 ? maxRows : undefined,
    preRequest:
      schema === undefined || schema === ''
        ? undefined
        : name === undefined
          ? { schema: 'public', name: schema }
          : { schema, name },
    ofRole: new Map(
      [...ofRole].map(([role, settings]) => [
        role,
        settings.map(({ name: setting, value }) => [setting, value] as const),
      ]),
    ),
  };
}
