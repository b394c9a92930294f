import { parseDatabaseUrl } from '../connection-target.ts';

/** What the driver is given for an address, which may be a socket. */
export function driverOptions(url: string) {
  const { host, port, user, password, database } = parseDatabaseUrl(url);
  const address = { host, port, user, password, database };
  return host.startsWith('/') ? { ...address, path: `${host}/.s.PGSQL.${port}` } : address;
}
