/** How far a backup, or the test of one, has come. */
export interface BackupProgress {
  /** `copy`: bytes of the database. `read`: tables of the copy that were read. `files`: other files that were copied. `send`, `fetch`: bytes to and from a bucket. */
  step: 'copy' | 'read' | 'files' | 'send' | 'fetch';
  done: number;
  /** Undefined if it is not known. */
  total?: number;
}

/** For callers that show the progress, or can stop the work. What is stopped throws the reason of the signal. */
export interface BackupWatch {
  signal?: AbortSignal;
  onProgress?(progress: BackupProgress): void;
}
