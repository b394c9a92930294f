/** Which rule a file broke. A stable code, so that a page can show its own message. */
export type RunFileFault =
  | 'unknown_format'
  | 'damaged'
  | 'too_large'
  | 'forbidden'
  | 'no_times'
  | 'no_points'
  /** A FIT file of something else, such as a night or a course. */
  | 'no_recording'
  | 'unsupported';

/** The only error that reading a file may end in. The message is a sentence for the person who chose the file. */
export class RunFileError extends Error {
  readonly fault: RunFileFault;

  constructor(fault: RunFileFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RunFileError';
    this.fault = fault;
  }
}
