/** Limits of a file. The numbers are far above real files and far below what a phone cannot handle. */
export interface Limits {
  /** Bytes of one file after unpacking. */
  fileBytes: number;
  /** Bytes of all files of one archive after unpacking. */
  archiveBytes: number;
  archiveEntries: number;
  /** Bytes out for one byte in. XML of a run shrinks to a twentieth; a zip bomb to a thousandth. */
  ratio: number;
  /** Points of one run: eleven days at one a second. */
  points: number;
  xmlDepth: number;
  xmlAttributes: number;
  /** Characters of one tag, and of the text of one element. */
  xmlTag: number;
  xmlText: number;
  /** Bytes of an archive inside an archive. */
  innerArchiveBytes: number;
  /** Characters of a table such as activities.csv, and of one row. */
  tableText: number;
  tableRow: number;
  /** Characters of a list in JSON: Garmin writes all it knows about each activity. */
  listText: number;
}

const mega = 1024 * 1024;

export const defaultLimits: Readonly<Limits> = {
  fileBytes: 256 * mega,
  archiveBytes: 8192 * mega,
  archiveEntries: 200_000,
  ratio: 250,
  points: 1_000_000,
  xmlDepth: 64,
  xmlAttributes: 64,
  xmlTag: 16 * 1024,
  xmlText: 256 * 1024,
  innerArchiveBytes: 2048 * mega,
  tableText: 64 * mega,
  tableRow: 256 * 1024,
  listText: 384 * mega,
};

/** Below this many bytes any ratio is harmless, and a short file of spaces is no attack. */
export const ratioMatters = mega;
