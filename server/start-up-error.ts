/** A fault that ends the start-up. Its message is written for the person at the terminal, so it is printed without a stack. */
export class StartUpError extends Error {
  override name = 'StartUpError';
}
