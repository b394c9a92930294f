/** What to do next, for each kind of failure. */
export const advice = {
  link: 'A link works once, for a short time, in the browser where you asked for it. If yours is old, ask for a new one.',
  provider: 'Nothing was changed. You can try again, or sign in another way.',
  nothing:
    'Links in our mails and other ways of signing in lead to this page, but the address you opened is not complete. If you came by a link, please open all of it once more.',
} as const;
