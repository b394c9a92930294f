/** What the admin API says about an import. */

/** `POST /tables/import/finish` */
export interface Imported {
  inserted: number;
}

export type OnConflict = 'refuse' | 'skip' | 'replace';

/** Comes with the code `row-refused`: nothing was inserted. */
export interface ImportFault {
  message: string;
  /** In the file. */
  line?: number;
  column?: string | null;
  value?: string | null;
}
