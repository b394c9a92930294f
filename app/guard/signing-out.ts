const pages: string[] = [];

/** Whether the visitor signs out on this page, by their own will: the guard leads them to the front page then, not to the login page. */
export const isSigningOutOn = (pathname: string): boolean => pages.includes(pathname);

/** `page` is where it was asked for: whoever has gone on to another one by now is left there. */
export async function whileSigningOut<Result>(page: string, leave: () => Promise<Result>): Promise<Result> {
  pages.push(page);
  try {
    return await leave();
  } finally {
    pages.splice(pages.indexOf(page), 1);
  }
}
