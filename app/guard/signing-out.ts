const pages: string[] = [];

/** Whether the user is signing out on this page: the guard then navigates to the home page, not to the login page. */
export const isSigningOutOn = (pathname: string): boolean => pages.includes(pathname);

/** `page` is the path on which the user signed out: a user who has navigated to another page stays there. */
export async function whileSigningOut<Result>(page: string, leave: () => Promise<Result>): Promise<Result> {
  pages.push(page);
  try {
    return await leave();
  } finally {
    pages.splice(pages.indexOf(page), 1);
  }
}
