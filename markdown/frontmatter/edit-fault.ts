/** This front matter cannot be changed line by line; the message says why. */
export class EditFault extends Error {
  override name = 'EditFault';
  /** Of the file, from 1. */
  readonly line?: number;

  constructor(message: string, line?: number) {
    super(message);
    if (line !== undefined) this.line = line;
  }
}
