import type { Sql } from '../../database/database.ts';
import { ServerError } from '../../database/errors.ts';
import type { OpenRoleSession } from '../../database/role-session.ts';
import { type ClaimedRun, finishRun, noteSession, type Outcome } from './job-store.ts';

export interface JobRun {
  done: Promise<Outcome>;
  /** Cancels it, and stores the reason as its outcome unless it ends by itself before. */
  cancel(reason: string): void;
}

export interface RunDatabase {
  sql: Sql;
  openRoleSession: OpenRoleSession;
}

/** Runs the command of a job in a session of its own, and stores what came of it. */
export function runJob({ sql, openRoleSession }: RunDatabase, run: ClaimedRun): JobRun {
  let cancelReason: string | undefined;
  let cancelSession = async () => {};

  async function runCommand(): Promise<Outcome> {
    const session = await openRoleSession(run.username, run.database);
    try {
      await noteSession(sql, run.id, session.processId);
      if (cancelReason !== undefined) return { status: 'failed', message: cancelReason };
      const command = session.run(run.command);
      cancelSession = () => session.cancel();
      return { status: 'succeeded', message: await command };
    } finally {
      cancelSession = async () => {};
      session.close();
    }
  }

  async function runAndStore(): Promise<Outcome> {
    const outcome = await runCommand().catch((error: unknown): Outcome => {
      return { status: 'failed', message: cancelReason ?? toMessage(error) };
    });
    await finishRun(sql, run.id, outcome);
    return outcome;
  }

  return {
    done: runAndStore(),
    cancel(reason) {
      cancelReason = reason;
      // Without it, the command ends by itself.
      cancelSession().catch(() => {});
    },
  };
}

/** As libpq writes an error, which is what pg_cron stores. */
function toMessage(error: unknown): string {
  if (!(error instanceof ServerError)) return error instanceof Error ? error.message : String(error);
  const lines = [
    [error.severity, error.message],
    ['DETAIL', error.detail],
    ['HINT', error.hint],
    ['CONTEXT', error.where],
  ];
  return lines.flatMap(([name, text]) => (text === undefined ? [] : [`${name}:  ${text}\n`])).join('');
}
