/** What to do next, for each kind of failure. */
export const advice = {
  link: 'A link works once, for a short time, in the browser where you requested it. If yours is old, request a new one.',
  provider: 'Nothing was changed. You can try again, or sign in another way.',
  nothing:
    'Sign-in links lead to this page, but the address you opened is incomplete. If you came from a link, open all of it again.',
} as const;
