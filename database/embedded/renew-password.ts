import { writeDurably } from '../durable-files.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { embeddedIterations, loginRoles, logins, targetOfLogin, toVerifier } from '../login-roles.ts';
import { clusterFiles, createPassword, readPassword, serverArguments } from './cluster-files.ts';
import type { ClusterLocation } from './cluster-location.ts';
import type { Listening } from './listening.ts';
import { ownerTarget } from './owner-target.ts';
import { runProgram } from './run-program.ts';
import type { Runtime } from './runtime-files.ts';

/**
 * Sets a new password when its file was lost by a power cut or deleted: single-user mode needs no password. Called while no server runs.
 * The file is written last, so that an interrupted start repeats this.
 */
export async function renewLostPassword(options: {
  location: ClusterLocation;
  runtime: Runtime;
  listen: Listening;
  log: Log;
}): Promise<void> {
  const { location, runtime, listen, log } = options;
  if ((await readPassword(location.cluster)) !== undefined) return;
  const file = clusterFiles(location.cluster).password;
  const password = createPassword();
  const owner = ownerTarget(listen, password);
  // The passwords of the logins are derived from the owner's.
  const verifiers = Object.fromEntries(
    [owner, ...logins.map((login) => targetOfLogin(owner, loginRoles[login].name))].map((target) => [
      target.user,
      toVerifier(target.password, embeddedIterations),
    ]),
  );
  const settings = ['exit_on_error=on', 'default_transaction_read_only=off'];
  const args = [
    '--single',
    ...serverArguments(location.cluster, location.data, listen),
    ...settings.flatMap((setting) => ['-c', setting]),
    'postgres',
  ];
  await runProgram('postgres', args, { location, runtime, input: `${toStatement(verifiers)}\n` }).catch(
    (cause: Error) => {
      throw new DatabaseStartError(
        `${file} is lost, and Postgres took no new password. Restore the file or a backup. It said: ${cause.message}`,
        { cause },
      );
    },
  );
  await writeDurably(file, password);
  log({ level: 'warn', message: `${file} was empty or gone. The database has a new password.` });
}

/** On one line, because single-user mode ends a statement at a line break. */
function toStatement(verifiers: Record<string, string>): string {
  const found = `select rolname, given.value from pg_authid join jsonb_each_text('${JSON.stringify(verifiers)}') as given on key = rolname`;
  const change = `execute format('alter role %I password %L', role.rolname, role.value)`;
  return `do $$ declare role record; begin for role in ${found} where rolname = 'postgres' or rolcanlogin loop ${change}; end loop; end $$`;
}
