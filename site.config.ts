import type { SiteConfig } from './app/site-config.ts';

/** Everything about the site that is yours to decide. Save, and the next start uses it. */
const site: SiteConfig = {
  title: 'Porchlight',
  description: 'A small website that keeps a light on: articles, baby names, running and a door of its own.',
  language: 'en',

  navigation: [
    { title: 'Articles', path: '/posts' },
    { title: 'Baby names', path: '/baby-names' },
    { title: 'Running', path: '/running' },
    { title: 'About', path: '/about' },
  ],
  footer: [
    { title: 'Guide', path: '/posts/guide' },
    { title: 'About', path: '/about' },
  ],

  signIn: {
    login: '/login',
    callback: '/confirm',
    // Only these pages ask for an account. Leave `include` out to guard everything that `exclude` does not name.
    include: ['/account', '/account/*', '/stats', '/stats/*', '/admin', '/admin/*'],
    exclude: [],
    flow: 'implicit',
    cookieRedirect: true,
  },

  // Page views: no cookies, nothing stored in the reader's browser. The figures are at /stats, for the owners below.
  pageViews: {
    // 'own', 'off', or a hosted counter, e.g. { service: 'plausible', domain: 'example.com' }.
    counter: 'own',
    respectDoNotTrack: true,
    countWithoutScript: false,
    ignoredAddresses: [],
    timeZone: 'UTC',
    showOnArticles: false,
  },

  owners: [],
};

export default site;
