/** An error that ends the start. Its message is for the user at the terminal, so it is printed without a stack. */
export class StartUpError extends Error {
  override name = 'StartUpError';
}
