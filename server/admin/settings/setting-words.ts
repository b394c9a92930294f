import type { SiteConfig } from '../../../app/site-config.ts';

type Grouped = 'signIn' | 'pageViews' | 'robots' | 'writing';

/** Every setting of site.config.ts: a new one that has no words here is an error of types. */
export type SettingName =
  | Exclude<keyof SiteConfig, Grouped>
  | { [Group in Grouped]: `${Group}.${keyof NonNullable<SiteConfig[Group]> & string}` }[Grouped];

interface SettingWords {
  title: string;
  meaning: string;
  /** What holds while it is not set. */
  unset?: string;
}

/** In the order in which they are shown. */
export const settingWords: Record<SettingName, SettingWords> = {
  title: { title: 'Title', meaning: 'The name of the site, in the header and after the title of each page.' },
  description: {
    title: 'Description',
    meaning: 'One sentence about the site, for pages without a description of their own.',
  },
  language: {
    title: 'Language',
    meaning: 'The language of the words, and how dates and numbers are written.',
  },
  languages: {
    title: 'Further languages',
    meaning: 'Each has its pages in a folder of the same name.',
    unset: 'None',
  },
  navigation: { title: 'Navigation', meaning: 'The links in the header.' },
  footer: { title: 'Footer', meaning: 'The links in the footer.' },
  owners: {
    title: 'Owners',
    meaning: 'The addresses whose confirmed accounts own the site. They are not shown here.',
  },
  editUrl: {
    title: 'Edit link',
    meaning: 'Where the source of a page can be edited. Articles link there.',
    unset: 'None',
  },
  datesFromGit: {
    title: 'Dates from git',
    meaning: 'The day of a page’s last change is that of its last commit.',
    unset: 'Yes',
  },
  'writing.commit': {
    title: 'Commit saves',
    meaning: 'Each save of the editor is a commit of git.',
    unset: 'No',
  },
  offline: {
    title: 'Reading offline',
    meaning: 'Visitors can install the site as an app, and read pages again without a connection.',
    unset: 'Yes',
  },
  'signIn.login': { title: 'Sign-in page', meaning: 'Where a visitor without a session is sent.' },
  'signIn.callback': { title: 'Way back', meaning: 'Where links in emails and providers lead back to.' },
  'signIn.include': {
    title: 'Guarded pages',
    meaning: 'Only these ask for an account. * is any run of characters.',
    unset: 'All that are not open',
  },
  'signIn.exclude': { title: 'Open pages', meaning: 'Every visitor may see these.' },
  'signIn.flow': {
    title: 'Flow',
    meaning: 'How links and providers hand over a session: in the address, or by a code for one browser.',
  },
  'signIn.captcha': {
    title: 'Captcha',
    meaning: 'Asks visitors to show that they are people. Its secret is in supabase/config.toml.',
    unset: 'None',
  },
  'signIn.cookieRedirect': {
    title: 'Remember the target',
    meaning: 'After signing in, visitors come to the page that they wanted.',
  },
  'pageViews.counter': {
    title: 'Counter',
    meaning: 'Who counts the views of pages: this site, no one, or a hosted counter.',
  },
  'pageViews.respectDoNotTrack': {
    title: 'Respect Do Not Track',
    meaning: 'Leaves out visitors whose browser asks for it.',
  },
  'pageViews.countWithoutScript': {
    title: 'Count without JavaScript',
    meaning: 'Counts readers without JavaScript, too.',
  },
  'pageViews.ignoredAddresses': {
    title: 'Ignored addresses',
    meaning: 'Addresses and networks that are left out. They are not shown here.',
  },
  'pageViews.countryHeader': {
    title: 'Country header',
    meaning: 'The header in which a proxy names the visitor’s country.',
    unset: 'None',
  },
  'pageViews.timeZone': { title: 'Time zone', meaning: 'Where a day begins and ends.' },
  'pageViews.showOnArticles': {
    title: 'Show on articles',
    meaning: 'Shows on each article how often it was viewed.',
  },
  'robots.aiTraining': {
    title: 'Training of AI',
    meaning: 'Whether crawlers that train language models are asked to stay away.',
    unset: 'allow',
  },
  'robots.disallow': {
    title: 'Closed to crawlers',
    meaning: 'The beginnings of paths that no crawler should read.',
    unset: 'None',
  },
};
