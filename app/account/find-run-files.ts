import { loadClient } from '../session/client.ts';

export type RemoveRunFiles = () => Promise<void>;

/**
 * Lists the files of the account's runs while the account exists, and returns a function that removes them after the deletion: a deletion
 * that is refused must not cost a file. A hosted project does not remove the bytes by itself; the embedded storage has done so by then.
 */
export async function findRunFiles(): Promise<RemoveRunFiles> {
  try {
    const client = await loadClient();
    const { listFilePaths } = await import('../running/data/own-runs.ts');
    const { removeFiles } = await import('../running/data/run-files.ts');
    const paths = await listFilePaths(client);
    return () =>
      removeFiles(client, paths).catch((error: unknown) =>
        console.warn('The files of the runs could not be removed.', error),
      );
  } catch (error) {
    // A project without the tables of runs has no such files.
    console.warn('The files of the runs could not be found.', error);
    return async () => {};
  }
}
