/** What to do next, for each kind of failure. */
export const advice = {
  link: 'Links work once and for a short time, in the browser that asked for them. If yours is old, ask for a new one.',
  provider: 'Nothing was changed. You can try once more, or use another way to sign in.',
  nothing:
    'This page finishes what began in a mail or with a provider, and its address says nothing of that. If you have opened a link, please open it once more in full.',
} as const;
