/** The API of the admin area; its pages are below /admin. */
export const adminApi = '/admin/v1';

/** The pages of the admin area, in the order of its navigation. Search finds them by their purpose, for owners. */
export const adminPages = [
  { path: '/admin', title: 'Overview', purpose: 'Where things are, and what was changed last' },
  {
    path: '/admin/write',
    title: 'Write',
    purpose: 'Write, edit, publish and schedule pages; drafts, pictures, redirects',
  },
  {
    path: '/admin/people',
    title: 'People',
    purpose: 'Find, create, invite, confirm, ban and delete accounts of users',
  },
  {
    path: '/admin/tables',
    title: 'Tables',
    purpose: 'Rows of the database: filter, edit, import and export CSV; columns, policies, new table',
  },
  {
    path: '/admin/sql',
    title: 'SQL',
    purpose: 'Run and explain SQL statements, keep snippets, save a migration',
  },
  {
    path: '/admin/files',
    title: 'Files',
    purpose: 'Storage buckets: upload, preview, move and share files; how much they use',
  },
  {
    path: '/admin/api',
    title: 'API',
    purpose: 'Ready calls with supabase-js and curl, types to download, keys',
  },
  {
    path: '/admin/health',
    title: 'Health',
    purpose: 'Requests, errors, backups, database, disk, emails, jobs, functions and slow statements',
  },
  {
    path: '/admin/settings',
    title: 'Settings',
    purpose: 'What site.config.ts sets, and what changes with the next start',
  },
  { path: '/admin/log', title: 'Log', purpose: 'The changes that owners made, and when' },
] as const;

export function isAdminPage(path: string): boolean {
  return adminPages.some((page) => page.path === path);
}

/** Why the API refuses an owner, or a visitor who may be one. */
export type AdminRefusal =
  /** There is no valid token: sign in. */
  | 'signed-out'
  /** The account is not an owner's, or the token is not of this site's own sign-in. */
  | 'not-owner'
  /** The account has a second factor, and the session has not shown it. */
  | 'second-factor'
  /** Signed in longer ago than the admin area allows: sign in again. */
  | 'sign-in-again'
  /** This action asks for a sign-in within the last ten minutes. */
  | 'confirm-identity'
  /** The request came from another site. */
  | 'other-origin'
  /** The hosted project does not have the site's newest migrations. */
  | 'no-function';
