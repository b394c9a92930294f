import type postgres from 'postgres';

/** The connection that the driver passes to a statement. */
interface DriverConnection {
  onclose?: ((error: unknown) => void) | null;
}

/**
 * The driver's `begin`, made safe for a lost connection. The driver would send the following statements (the rest of the work, or the
 * rollback) to no connection or, worse, to a new one without a transaction. Here nothing more is sent: the caller gets an error, and the
 * server rolls back.
 */
export function runTransaction<T>(
  pool: postgres.Sql,
  work: (sql: postgres.TransactionSql) => Promise<T>,
): Promise<{ value: T }> {
  const begun: Promise<unknown> = pool.begin(async (inside) => {
    let isLost = false;
    const noteLoss = {
      prepare: false,
      onexecute(connection: DriverConnection) {
        const notifyDriver = connection.onclose;
        connection.onclose = (error) => {
          isLost = true;
          notifyDriver?.(error);
        };
        return true;
      },
    };
    // An empty statement, sent with the first real one, gives access to the connection.
    inside.unsafe('', [], noteLoss).catch(() => {});
    try {
      const value = await work(refuseWhen(() => isLost, inside));
      if (isLost) await forever;
      return { value };
    } catch (error) {
      if (isLost) await forever;
      throw error;
    }
  });
  return begun as Promise<{ value: T }>;
}

/** The outer promise was rejected when the connection was lost; settling this one would only start the driver's clean-up. */
const forever = new Promise<never>(() => {});

function refuseWhen(isLost: () => boolean, inside: postgres.TransactionSql): postgres.TransactionSql {
  const checked = (made: () => unknown) => {
    if (isLost()) throw lost();
    return made();
  };
  return new Proxy(inside, {
    apply: (target, _this, args) => checked(() => Reflect.apply(target, undefined, args)),
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'unsafe' && name !== 'file' && name !== 'savepoint') return value;
      return (...args: unknown[]) =>
        checked(() => Reflect.apply(value as (...all: unknown[]) => unknown, undefined, args));
    },
  });
}

function lost(): Error {
  return Object.assign(new Error('The connection of this transaction was lost.'), {
    code: 'CONNECTION_CLOSED',
  });
}
