import { rawFragment } from '../../../database/driver/sql.ts';
import type { AmrEntry, AssuranceLevel } from './authentication-methods.ts';

/** A row of auth.sessions with its authentication methods, newest first. */
export interface SessionRow {
  id: string;
  user_id: string;
  created_at: string;
  refreshed_at: string | null;
  not_after: string | null;
  aal: AssuranceLevel | null;
  factor_id: string | null;
  tag: string | null;
  oauth_client_id: string | null;
  scopes: string | null;
  refresh_token_hmac_key: string | null;
  refresh_token_counter: number | null;
  amr: AmrEntry[];
}

/**
 * SessionRow as one JSON value, for a query in which auth.sessions is called `s` and auth.users `u`. `refreshed_at` has no time
 * zone and is UTC.
 */
export const sessionColumnText = `
    jsonb_build_object('id', s.id, 'user_id', s.user_id, 'created_at', s.created_at,
      'refreshed_at', s.refreshed_at at time zone 'utc', 'not_after', s.not_after, 'aal', s.aal,
      'factor_id', s.factor_id, 'tag', s.tag, 'oauth_client_id', s.oauth_client_id, 'scopes', s.scopes,
      'refresh_token_hmac_key', s.refresh_token_hmac_key, 'refresh_token_counter', s.refresh_token_counter,
      'amr', coalesce((
        select jsonb_agg(jsonb_build_object('method', c.authentication_method,
          'timestamp', floor(extract(epoch from c.updated_at))::bigint)
          || case when c.authentication_method = 'sso/saml' then coalesce((
               select jsonb_build_object('provider', substr(min(i.provider), 5)) from auth.identities i
               where i.user_id = s.user_id having count(*) = 1 and min(i.provider) like 'sso:%'), '{}')
             else '{}' end
          order by c.updated_at desc)
        from auth.mfa_amr_claims c where c.session_id = s.id), '[]'))`;

/** The same as a SQL fragment. */
export const sessionColumn = rawFragment(sessionColumnText);

/** A value of SessionRow as a point in time. */
export function toTime(text: string): number {
  return Date.parse(text);
}
