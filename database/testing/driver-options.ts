import { parseDatabaseUrl } from '../connection-target.ts';

/** The driver options for a target, which may be a socket. */
export function driverOptions(url: string) {
  const { host, port, user, password, database } = parseDatabaseUrl(url);
  const address = { host, port, user, password, database };
  return host.startsWith('/') ? { ...address, path: `${host}/.s.PGSQL.${port}` } : address;
}
