/**
 * Where the program and the site are. In this repository the site is at the root of the program. The package `porchlight` has a file of its
 * own in this place: there the site is the folder in which a command runs (package/package-files.ts).
 */
export const programFolder = import.meta.dirname;
export const siteFolder = import.meta.dirname;
