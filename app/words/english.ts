import type { Forms } from '../format/count.ts';

const article: Forms = { one: 'article', other: 'articles' };
const page: Forms = { one: 'page', other: 'pages' };
const view: Forms = { one: 'view', other: 'views' };

/** What the search dialog says; it loads nothing else. */
export const englishSearch = {
  search: 'Search',
  searchSite: 'Search this site',
  nothingFound: 'Nothing found',
  nothingFoundYet: 'Nothing found yet',
  nothingFoundFor: 'Nothing found for',
  orMore: (count: string) => `${count} or more`,
  stillReading: 'Some pages are still being indexed. There may be more results in a moment.',
  showingResultsFor: 'Showing results for',
  someWords: 'No page has all of these words. These have some of them.',
  checkSpelling: 'Check the spelling, try fewer words, or browse',
  searchHint: 'Type a few words, "an exact phrase", or -word to exclude it.',
  howToSearch: 'Search tips',
  showResults: (results: string) => `Show ${results}`,
  searchUnreachable: 'The search is not available right now.',
  tryAgain: 'Try again',
  close: 'Close',
  results: 'Results',
  searchKeys: '↑ ↓ choose   ↵ open   esc close',
  result: { one: 'result', other: 'results' } as Forms,
  allArticles: 'all articles',
  /** Of pages that their owner finds. */
  states: { draft: 'draft', scheduled: 'scheduled', expired: 'expired', unlisted: 'unlisted' },
};

export type SearchWords = typeof englishSearch;

/** What the service worker says; it loads nothing else. */
export const englishOfflineNote = {
  asRead: (moment: string) => `You are offline. This is the page as you read it on ${moment}.`,
  keptPages: 'Saved pages',
};

export type OfflineNote = typeof englishOfflineNote;

/** What an error means, by its status. In English the error says it itself, and more exactly. */
export type ErrorMessages = Partial<Record<number, string>>;

export const englishErrors: ErrorMessages = {};

/**
 * The words of the pages that visitors read: lists, articles, search. Another language is a file like this one, named in words.ts, with those
 * of markdown/html/article-words.ts. Numbers arrive as text, written as the language does.
 */
export const english = {
  searching: englishSearch,
  /** Of the page /offline. */
  offline: {
    ...englishOfflineNote,
    onlineAgain: 'You are back online.',
    showNewest: 'Show the latest version',
    readingOffline: 'Reading offline',
    whatIsKept:
      'The pages you read are saved in this browser, so you can read them again without a connection.',
    youAreOffline: 'You are offline',
    notRead: 'This page is not saved in this browser, so it cannot be shown right now.',
    opensByItself: 'It opens as soon as you are back online.',
    tryAgain: 'Try again',
    nothingKept: 'No pages are saved yet.',
    removeAll: 'Remove all',
    removed: 'All saved pages were removed.',
    thisBrowser: 'This browser',
    keepPages: 'Save the pages I read for offline',
    limits: 'Up to 50 public pages. Nothing from your account is saved.',
    cannotKeep: 'This browser cannot save pages.',
    needsScript: 'Saving pages needs JavaScript, which is off in this browser.',
  },
  article,
  page,
  view,

  skipToContent: 'Skip to content',
  mainMenu: 'Main',
  footerMenu: 'Footer',
  languageMenu: 'Languages',
  signIn: 'Sign in',
  account: 'Account',
  signedInAs: 'Signed in as',
  accountSettings: 'Account settings',
  stats: 'Stats',
  signOut: 'Sign out',
  lightIsOn: (title: string) => `${title}. The light is on.`,
  theme: 'Theme',
  themes: { system: 'system', light: 'light', dark: 'dark' },

  latest: 'Latest',
  comeIn: 'Come in',
  all: (articles: string) => `All ${articles}`,
  allArticles: 'All articles',
  byTag: 'By tag',
  byMonth: 'By month',
  tags: 'Tags',
  archive: 'Archive',
  withoutDate: 'Without a date',
  nothingWritten: 'Nothing has been written here yet.',
  folders: 'Folders',
  listPages: 'Pages of this list',
  pageNumber: (number: string) => `Page ${number}`,
  pageOf: (number: string, count: string) => `Page ${number} of ${count}`,

  breadcrumbs: 'Breadcrumbs',
  minutesToRead: (minutes: string) => `${minutes} min read`,
  updated: 'Updated',
  onThisPage: 'On this page',
  related: 'Related',
  linkedFrom: 'Pages that link here',
  editPage: 'Edit this page',
  previousAndNext: 'Previous and next',
  previous: 'Previous',
  next: 'Next',
  series: (title: string) => `Series: ${title}`,
  partOf: (number: string, count: string) => `Part ${number} of ${count}`,
  nearby: 'More pages',
  allInFolder: (title: string) => `All in ${title}`,
  copy: 'Copy',
  copied: 'Copied',
  couldNotCopy: 'Could not copy',
  /** Names of languages, in this language. */
  notTranslated: (wanted: string, shown: string) =>
    `This page is not available in ${wanted} yet. It is shown in ${shown}.`,
  readOriginal: 'Read the original',

  searchFor: (question: string) => `${question} – Search`,
  perhapsMore: ', maybe more: the search took too long',
  searchAgain: 'Search again',
  searchInstead: (question: string) => `Search for “${question}” instead`,
  searchHelp: {
    all: 'Results contain all the words you type.',
    phrase: '"two words"',
    phraseMeans: 'this exact phrase',
    without: '-word',
    withoutMeans: 'without this word',
    tag: 'tag:garden',
    tagMeans: 'with this tag',
    folderMeans: 'in this folder',
    orLook: 'Or browse',
  },
  resultPages: 'Pages of results',
  questionFaults: {
    empty: () => 'Enter something to search for: the parameter q is empty.',
    characters: (most: string) => `A search can have at most ${most} characters. Use fewer words.`,
    words: (most: string) => `A search can have at most ${most} words. Use fewer.`,
  },

  about: 'About',
  oneMoment: 'One moment',
  error: 'Error',
  goHome: 'Go to home page',
  pageNotFound: 'Page not found',
  didYouMean: 'Did you mean',
  noPageAt: (path: string) => `Page Not Found: ${path}`,
  somethingWrong: 'Something went wrong on this page.',
  couldNotMake: 'This page could not be shown. Try again in a moment.',
  couldNotLoad: 'This page could not be loaded. Check your connection and try again.',
  couldNotShowPart: 'This part of the page could not be shown.',
  noLongerHere: 'No longer here',
  pageIsGone: 'This page is gone',
  whyGone: 'The address is correct, but the page has expired or its author has removed it.',
  newVersion: 'A new version is ready:',
  reload: 'reload',
  dismiss: 'Dismiss',

  /** For the owner, and those who have a preview link. */
  owner: {
    admin: 'Admin',
    editPage: 'Edit this page',
    notPublished: 'Not published',
    states: { draft: 'Draft', scheduled: 'Scheduled', expired: 'Expired' },
    appears: 'appears',
    since: 'since',
    previewUntil: 'visible by preview link until',
    onlyYou: 'only you see this',
    makePreview: 'Create preview link',
    previewLink: 'Preview link',
    previewFailed: 'The link could not be created. Try again.',
    previewWorks: 'It works for seven days.',
    previewCopied: 'Copied. It works for seven days.',
    pageUpdated: 'The page was updated.',
    pageMoved: 'This page has a new address:',
    fileGone: 'This page’s file no longer exists.',
    goTo: (path: string) => `Go to ${path}`,
    notes: 'Notes on this page’s file',
    note: { one: 'note on this file', other: 'notes on this file' } as Forms,
    onlyYouSee: 'Only you see this.',
  },
};

export type Words = typeof english;
