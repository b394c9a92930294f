/** What an owner can set in site.config.ts. Every field explains itself there and in the guide under /posts/guide. */
export interface SiteConfig {
  /** The site's name, shown in the header and after each page's title. */
  title: string;
  /** One sentence about the site, used where a page has no description of its own. */
  description: string;
  /** BCP 47, e.g. `en`: the language of the words, and how dates and numbers are written. */
  language: string;
  /** The links in the header. */
  navigation: { title: string; path: string }[];
  /** The links in the footer. */
  footer: { title: string; path: string }[];
  signIn: {
    /** Where a visitor without a session is sent. */
    login: string;
    /** Where links in mails and providers lead back to. */
    callback: string;
    /** Paths anybody may see. `*` is any run of characters; everything else is literal. */
    exclude: string[];
    /** If set, only these paths are guarded. */
    include?: string[];
    /** How links and providers hand over a session: `implicit` in the address, or `pkce` by a code for this browser only. */
    flow: 'implicit' | 'pkce';
    /** Asks visitors to show that they are people; the secret half stands in supabase/config.toml. */
    captcha?: { provider: 'turnstile' | 'hcaptcha'; siteKey: string };
    /** Remember where the visitor wanted to go, in the cookie `sb-redirect-path`. */
    cookieRedirect: boolean;
  };
  /** Addresses whose confirmed accounts own the site and see /stats. */
  owners: string[];
}
