/** What the content part of the admin API answers; read by the pages below /admin/write. */
import type { Article } from '../../../markdown/document.ts';

export type PageState = 'published' | 'draft' | 'scheduled' | 'expired' | 'unlisted';

export interface FileFault {
  line?: number;
  message: string;
}

export interface ContentEntry {
  /** Relative to the content folder, with `/`. */
  file: string;
  /** `*.md`, `.navigation.yml`, or `redirects.yml` and `theme.css` of the content folder itself. */
  kind: 'page' | 'folder-settings' | 'redirects' | 'theme';
  title: string;
  /** Where the page is on the site. */
  address?: string;
  /** Of a page whose front matter can be read. */
  state?: PageState;
  /** When a scheduled page appears, or an expired one disappeared (ISO). */
  moment?: string;
  /** Of the front matter. */
  date?: string;
  /** When the file was last written (ISO). */
  changedAt: string;
  faults: FileFault[];
  /** The caller's own draft that is not saved to the file yet (ISO). */
  draftSavedAt?: string;
}

/** GET /content/files */
export interface ContentList {
  files: ContentEntry[];
  canEdit: boolean;
  /** The caller's own drafts of files that do not exist yet. Opening one is 404 with `draft` in its body. */
  newDrafts: { file: string; savedAt: string }[];
}

/** Another owner who has typed into the same file in the last minutes. */
export interface OtherWriter {
  email: string;
  /** As they call themselves. */
  name?: string;
  savedAt: string;
}

export interface FileDraft {
  text: string;
  /** Hash of the file that the draft began with; '' for a new file. */
  baseHash: string;
  /** The text of that file, if it is still kept: a merge needs it. */
  base?: string;
  savedAt: string;
}

export interface OpenedFile {
  entry: ContentEntry;
  text: string;
  /** The first 32 hex digits of SHA-256 of the file's bytes. */
  hash: string;
  draft?: FileDraft;
  others: OtherWriter[];
}

/** GET /content/presence: asked again and again while a file is open. */
export interface FilePresence {
  /** Of the file as it is; empty if there is none. */
  hash: string;
  others: OtherWriter[];
}

export interface SavedFile {
  hash: string;
  entry: ContentEntry;
  /** What did not work although the file is saved: the commit, or the kept version. */
  warning?: string;
}

/** With 412 `changed`. Null: the file is gone. */
export interface CurrentFile {
  current: { text: string; hash: string } | null;
}

/** POST /content/preview: what the file would be with this text. */
export interface FilePreview {
  /** Null for files that are no page, and for a page that cannot be shown at all. */
  article: Article | null;
  faults: FileFault[];
  /** The fields of the front matter that can be used. */
  fields: Record<string, unknown>;
  /** Of a page. */
  state?: PageState;
  /** When a scheduled page appears, or an expired one disappeared (ISO). */
  moment?: string;
}

/** POST /content/picture */
export interface StoredPicture {
  /** Relative to the content folder. */
  file: string;
  /** As the page writes it. */
  src: string;
  width: number;
  height: number;
}

export interface SavedDraft {
  savedAt: string;
  others: OtherWriter[];
}

export interface FileVersion {
  /** A commit of git, or the name of a kept version. */
  id: string;
  at: string;
  by?: string;
  note?: string;
}

export interface FileHistory {
  /** `git`: saves of this editor are committed. */
  kind: 'git' | 'kept';
  /** Newest first. */
  versions: FileVersion[];
}
