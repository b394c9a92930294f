let underWay = 0;

/** Whether the visitor signs out here by their own will. What they pressed leads them on; the guard, which would lead to the login page, stays out of it. */
export const isSigningOut = (): boolean => underWay > 0;

/** `leave` ends where its visitor may be without an account. */
export async function whileSigningOut<Result>(leave: () => Promise<Result>): Promise<Result> {
  underWay += 1;
  try {
    return await leave();
  } finally {
    underWay -= 1;
  }
}
