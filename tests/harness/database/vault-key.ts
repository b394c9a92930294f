import type { Sql } from '../../../database/database.ts';

/** Does on a server of DATABASE_URL what its administrator has to do; the embedded server has a key. */
export async function makeVaultKey(sql: Sql): Promise<void> {
  await sql.script(`do $$
    declare
      path constant text := regexp_replace(current_setting('config_file'), '[^/]*$', 'vault.key');
    begin
      if pg_stat_file(path, true) is null then
        execute format('copy (select %L) to %L', repeat('0123456789abcdef', 4), path);
      end if;
    end $$`);
}
