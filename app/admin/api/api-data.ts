/** What the API page and its routes exchange. */
export interface ApiColumn {
  name: string;
  type: string;
  isKey: boolean;
  /** An insert needs it. */
  isRequired: boolean;
}

export interface ApiTable {
  name: string;
  isView: boolean;
  /** Whether realtime tells of its changes. */
  isLive: boolean;
  columns: ApiColumn[];
}

export interface ApiFunction {
  name: string;
  returns: string;
  arguments: { name: string; type: string; isRequired: boolean }[];
}

export interface ApiPage {
  url: string;
  /** It is public: every page of the site sends it. */
  publicKey: string;
  tables: ApiTable[];
  functions: ApiFunction[];
  /** The page of a hosted project that has its keys; undefined with the embedded backend. */
  dashboard?: string;
}

/** Secrets, by their names. */
export type ShownKeys = Record<string, string>;
