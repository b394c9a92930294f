/** A provider is down, slow, or gives an unusable answer. The message is for the log, never for a client. */
export class ProviderFault extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ProviderFault';
  }
}

/** For the log: the error with its cause. */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${describeFault(error.cause)})`;
}
