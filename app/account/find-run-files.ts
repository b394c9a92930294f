import { loadClient } from '../session/client.ts';

export type RemoveRunFiles = () => Promise<void>;

/**
 * Finds the files of the account's runs while it is there, and gives back what removes them once it is gone: a deletion that is refused
 * must not cost a file. A hosted project removes no bytes by itself; the embedded storage has done it by then.
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
    // A project without the tables of runs has none of their files.
    console.warn('The files of the runs could not be found.', error);
    return async () => {};
  }
}
