/** Read by clients: keep codes, statuses and messages. */
const faults = {
  BOOT_ERROR: [503, 'Worker failed to boot (please check logs)'],
  WORKER_ERROR: [500, 'Function exited due to an error (please check logs)'],
  WORKER_LIMIT: [546, 'Worker failed to respond due to a resource limit (please check logs)'],
  IDLE_TIMEOUT: [504, 'Function did not respond in time (please check logs)'],
} as const;

/** Why a function gives no response. What exactly happened is in the log only. */
export class WorkerError extends Error {
  override name = 'WorkerError';
  readonly code: keyof typeof faults;

  constructor(code: keyof typeof faults) {
    super(faults[code][1]);
    this.code = code;
  }

  get status(): number {
    return faults[this.code][0];
  }
}
