/** What `porchlight/testing` offers. Types only: the package has this file as its declarations. */

export interface TestBackendOptions {
  /** The folder with config.toml, migrations and functions; `supabase` if left out. */
  supabase?: string;
  /** What config.toml reads by `env(NAME)`, and settings of the backend. Nothing is taken from the environment of the tests. */
  environment?: Record<string, string>;
  /** Gets what the backend would print. */
  log?(level: 'info' | 'warn' | 'error', message: string): void;
}

export interface TestBackend {
  /** For `createClient`, like the keys. */
  url: string;
  publishableKey: string;
  /** May do everything. */
  secretKey: string;
  /** The keys in the form of tokens. */
  anonKey: string;
  serviceRoleKey: string;
  jwtSecret: string;
  /** Of the database's owner, for pg, postgres.js or psql. */
  databaseUrl: string;
  /** Ends it, and deletes its data. */
  close(): Promise<void>;
}

export type StartBackend = (options?: TestBackendOptions) => Promise<TestBackend>;
