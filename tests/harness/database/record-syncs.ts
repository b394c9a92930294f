import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished, vi } from 'vitest';

/** Records syncs until the test ends: `onSync` is called for each file or folder when it has been synced. */
export async function recordSyncs(onSync: (inode: number) => void): Promise<void> {
  const any = await open('.', 'r');
  const prototype: FileHandle = Object.getPrototypeOf(any);
  await any.close();
  for (const name of ['sync', 'datasync'] as const) {
    const real = prototype[name];
    const spy = vi.spyOn(prototype, name).mockImplementation(async function (this: FileHandle) {
      await real.call(this);
      onSync((await this.stat()).ino);
    });
    onTestFinished(() => spy.mockRestore());
  }
}
