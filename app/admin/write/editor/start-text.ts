import type { OpenedFile } from '../content-data.ts';
import type { KeptText } from './kept-text.ts';

/** The saved text that an edited one began with. A save replaces that version and no other. */
export interface BaseText {
  text: string;
  /** Empty: there is no file yet. */
  hash: string;
}

export interface StartText {
  text: string;
  base: BaseText;
  /** What the server has as the draft or, without one, as the file. */
  stored: string;
  /** The draft that the text continues. */
  draftSavedAt?: string;
}

/** What the editor begins with: the newest of the file, the draft on the server and the text that this browser has kept. */
export function findStartText(opened: OpenedFile, kept: KeptText | undefined): StartText {
  const { draft } = opened;
  const stored = draft?.text ?? opened.text;
  const isKeptNewer = kept && kept.text !== stored && (!draft || kept.savedAt > draft.savedAt);
  const newest = isKeptNewer ? kept : draft;
  const saved = { text: opened.text, hash: opened.hash };
  if (!newest || newest.text === opened.text) return { text: opened.text, base: saved, stored };
  // Another version was saved since: with its own base the save will be refused, and both are merged.
  const ownBase = draft?.baseHash === newest.baseHash ? draft.base : undefined;
  const base = newest.baseHash === opened.hash ? saved : { text: ownBase ?? '', hash: newest.baseHash };
  return { text: newest.text, base, stored, draftSavedAt: newest.savedAt };
}
