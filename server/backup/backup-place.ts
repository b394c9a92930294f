import type { StoredBackup } from '../../database/backup/list-backups.ts';
import type { BackupWatch } from '../../database/backup/progress.ts';

/** Where backups are kept: a folder, or a bucket. Only complete ones are listed. */
export interface BackupPlace {
  /** As it is written in BACKUP_TO. */
  address: string;
  /** The newest first. */
  list(): Promise<StoredBackup[]>;
  /** Whether there is a complete backup of this name. */
  has(name: string): Promise<boolean>;
  /** Takes over a finished backup from its folder. Returns its address. */
  store(folder: string, name: string, watch: BackupWatch): Promise<string>;
  /**
   * Calls `use` with a folder that holds the backup. `home`: a folder with room for a temporary copy, if one is needed. What `use` writes
   * into the description of the backup is kept.
   */
  open<Result>(
    name: string,
    options: BackupWatch & { home: string },
    use: (folder: string) => Promise<Result>,
  ): Promise<Result>;
  /** Removes a backup of ours. Once it has begun, the backup is not listed any more. */
  remove(name: string): Promise<void>;
  /** Removes what is left of backups that were cut off more than a day ago. */
  removeLeftovers(now: number): Promise<void>;
}

/** A backup that takes longer would be taken for one that was cut off. */
export const longestBackupMs = 24 * 60 * 60 * 1000;
