/** What the browser and the server say to each other about files. */

/** As the database answers. */
export interface Bucket {
  name: string;
  is_public: boolean;
  /** ISO. */
  created_at: string;
  /** Of one file; null: only the limit of the server. */
  max_bytes: number | null;
  /** `image/png` or `image/*`; null: every type. */
  types: string[] | null;
  files: number;
  bytes: number;
}

/** The answer of GET /files/buckets. */
export interface BucketList {
  buckets: Bucket[];
  /** False where the project refuses the policies that let an owner change files. */
  can_change: boolean;
}

export interface StoredFile {
  /** From the top of the bucket: `2026/july/lake.jpg`. */
  path: string;
  bytes: number | null;
  type: string | null;
  changed_at: string;
  /** The address of the account that uploaded it. */
  owner: string | null;
}

/** The answer of GET /files/list. */
export interface FilesPage {
  /** Paths that end with a slash. */
  folders: string[];
  files: StoredFile[];
  /** Pass it as `after` to read on. */
  next?: string;
}

/** POST /files/buckets creates one, PUT changes one. */
export interface BucketSettings {
  name: string;
  isPublic: boolean;
  maxBytes: number | null;
  types: string[] | null;
}

/** POST /files/upload: asks for an address to which the bytes are sent with PUT. */
export interface UploadRequest {
  bucket: string;
  path: string;
  bytes: number;
  type: string;
  /** Takes the place of a file with this name. */
  replace: boolean;
}

/** POST /files/delete with `paths`, where a slash at the end means a folder, or `everything`. At most 1,000 files go at once. */
export interface DeletedFiles {
  deleted: number;
  /** To be deleted by calling again. */
  left: number;
}

/** POST /files/sign. */
export interface FileLink {
  url: string;
  /** The file is in a public bucket: its address works for everyone, for good. */
  isPublic: boolean;
}
