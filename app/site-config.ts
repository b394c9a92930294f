/** What an owner can set in site.config.ts. Every field explains itself there and in the guide under /posts/guide. */
export interface SiteConfig {
  /** The site's name, shown in the header and after each page's title. */
  title: string;
  /** One sentence about the site, used where a page has no description of its own. */
  description: string;
  /** BCP 47, e.g. `en`: the language of the words, and how dates and numbers are written. */
  language: string;
  /**
   * Further languages, by BCP 47 tag, e.g. `{ de: { description: '…' } }`. Their pages are in a folder of the same name, `content/de/`, and
   * their addresses begin with it: `/de/posts/first`. What is not set here is that of the site.
   */
  languages?: Record<string, Partial<Pick<SiteConfig, 'title' | 'description' | 'navigation' | 'footer'>>>;
  /** The links in the header. */
  navigation: { title: string; path: string }[];
  /** The links in the footer. */
  footer: { title: string; path: string }[];
  signIn: {
    /** Where a visitor without a session is sent. */
    login: string;
    /** Where links in mails and providers lead back to. */
    callback: string;
    /** Paths that every visitor may see. `*` is any run of characters; everything else is literal. */
    exclude: string[];
    /** If set, only these paths are guarded. */
    include?: string[];
    /** How links and providers hand over a session: `implicit` in the address, or `pkce` by a code for this browser only. */
    flow: 'implicit' | 'pkce';
    /** Asks visitors to show that they are people; the secret key is in supabase/config.toml. */
    captcha?: { provider: 'turnstile' | 'hcaptcha'; siteKey: string };
    /** Remember where the visitor wanted to go, in the cookie `sb-redirect-path`. */
    cookieRedirect: boolean;
  };
  pageViews: {
    /** Who counts: `own` is this site, with the figures at /stats; `off` counts nothing; or a hosted counter. */
    counter: 'own' | 'off' | HostedCounter;
    /** Leaves out visitors whose browser asks for it, by Do Not Track or Global Privacy Control. */
    respectDoNotTrack: boolean;
    /** Counts readers without JavaScript too, by a stylesheet that only they fetch. */
    countWithoutScript: boolean;
    /** Addresses and networks that are left out, e.g. `192.0.2.7` or `10.0.0.0/8`. */
    ignoredAddresses: string[];
    /** The header in which your proxy names the visitor's country, e.g. `cf-ipcountry`. Without it no country is counted. */
    countryHeader?: string;
    /** Where a day begins and ends, e.g. `Europe/Berlin`. */
    timeZone: string;
    /** Shows on each article how often it was viewed. `showViews` in an article's frontmatter is stronger. */
    showOnArticles: boolean;
  };
  /** What /robots.txt says. A file robots.txt in the content folder is stronger. */
  robots?: {
    /** `disallow` asks the crawlers that train language models to stay away; search engines may come. Default `allow`. */
    aiTraining?: 'allow' | 'disallow';
    /** Paths that no crawler should visit, e.g. `/drafts/`. */
    disallow?: string[];
  };
  /**
   * Where the source of a page can be edited, with `{file}` for its path in the content folder, e.g.
   * `https://github.com/you/site/edit/main/content/{file}`. Articles then have a link "Edit this page".
   */
  editUrl?: string;
  /**
   * Where the content folder is in a git work tree, the day of a page's last change is that of its last commit; `updated` at its top is
   * stronger. Default true.
   */
  datesFromGit?: boolean;
  /** The editor at /admin/write. */
  writing?: {
    /**
     * Where the content folder is in a git work tree, each save is committed with the owner as author: that file and nothing else, without
     * hooks, and not pushed. Otherwise the last 50 versions of a file are kept in DATA_DIR. Default false.
     */
    commit?: boolean;
  };
  /**
   * Visitors can install the site as an app, and read pages again without a connection: their browsers keep the last ones. `false` turns it
   * off, and removes what browsers have kept. Default true.
   */
  offline?: boolean;
  /** Addresses whose confirmed accounts own the site and see /stats. Visitors of /running see the runs that they publish. */
  owners: string[];
}

/** Views are handed on by the server, so browsers talk to this site alone. `url` is for those who run the service themselves. */
export type HostedCounter =
  /** `domain` as the site is called there. */
  | { service: 'plausible'; domain: string; url?: string }
  /** `website` is its id there. */
  | { service: 'umami'; website: string; url?: string }
  /** `url` is `https://<code>.goatcounter.com`; the key of its API is the setting GOATCOUNTER_TOKEN. */
  | { service: 'goatcounter'; url: string }
  /** `url` is that of the deployment at Vercel. */
  | { service: 'vercel'; url: string };
