import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import postgres from 'postgres';
import type { ConnectionTarget } from '../connection-target.ts';
import type { Limits } from '../pool.ts';
import { connectSeconds, startParameters } from '../pool.ts';
import { tlsRequest } from './message-writer.ts';

/** An authenticated idle connection, for exclusive use by the caller. */
export interface OpenSocket {
  socket: Socket;
  /** Identifies the connection in a cancel request. */
  key: { pid: number; secret: number };
}

/** The driver authenticates, with whatever method the server requires; after that the socket is ours. */
export async function openSocket(
  target: ConnectionTarget,
  limits: Limits,
  watch: { onActivity?: () => void; signal?: AbortSignal } = {},
): Promise<OpenSocket> {
  const socket = await connectTo(target);
  if (watch.onActivity) socket.once('data', watch.onActivity);
  watch.signal?.addEventListener('abort', () => socket.destroy());
  const driver = postgres({
    socket: () => {
      if (!socket.destroyed) return socket;
      throw Object.assign(new Error('The connection to the database was lost.'), { code: 'ECONNRESET' });
    },
    user: target.user,
    password: target.password,
    database: target.database,
    max: 1,
    fetch_types: false,
    // The driver must not close the socket that it no longer uses.
    idle_timeout: 0,
    max_lifetime: 0,
    connect_timeout: connectSeconds,
    onnotice: () => {},
    connection: startParameters(limits),
  } as postgres.Options<Record<string, never>>);
  try {
    const { state } = await driver`select 1`.simple();
    for (const event of ['data', 'error', 'close', 'drain']) socket.removeAllListeners(event);
    const { pid, secret } = state as unknown as { pid: number; secret: number };
    return { socket, key: { pid, secret } };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

export async function connectTo(target: ConnectionTarget): Promise<Socket> {
  const isUnix = target.host.startsWith('/');
  const socket = isUnix
    ? connect(`${target.host}/.s.PGSQL.${target.port}`)
    : connect({ host: target.host, port: target.port, noDelay: true });
  // The connection may be lost while nothing listens: an error without a listener would end the process.
  socket.on('error', () => {});
  try {
    await arrives(socket, 'connect');
    return isUnix || target.ssl === false ? socket : await secure(socket, target);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function secure(socket: Socket, target: ConnectionTarget): Promise<Socket> {
  socket.write(tlsRequest());
  await arrives(socket, 'readable');
  const answer = socket.read(1)?.toString();
  if (answer !== 'S') {
    if (target.ssl === 'prefer') return socket;
    throw Object.assign(new Error('The database server does not speak TLS.'), { code: 'ECONNREFUSED' });
  }
  const secured = connectSecurely({
    socket,
    ...(target.ssl === 'verify-full' ? { servername: target.host } : { rejectUnauthorized: false }),
  });
  await arrives(secured, 'secureConnect');
  return secured;
}

function arrives(socket: Socket, event: 'connect' | 'readable' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(Object.assign(new Error('The database server does not answer.'), { code: 'CONNECT_TIMEOUT' }));
    }, connectSeconds * 1000);
    const end = (finish: () => void) => {
      clearTimeout(timer);
      socket.off('error', failed);
      socket.off(event, arrived);
      finish();
    };
    const failed = (error: Error) => end(() => reject(error));
    const arrived = () => end(resolve);
    socket.once(event, arrived);
    socket.once('error', failed);
  });
}
