/** An answer about names beside the page itself, the same for everybody. */
export interface NamesAnswer {
  /** Under which the answer is kept. */
  key: string;
  type: string;
  headers?: Record<string, string>;
  body: string;
}
