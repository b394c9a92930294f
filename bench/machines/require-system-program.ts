import { findOnPath, installPackage } from '../../tests/harness/system-programs.ts';

/** A program of the system. Root installs the package of Debian that has it. */
export function requireSystemProgram(name: string): string {
  const found = findOnPath(name);
  if (found) return found;
  const failed = process.getuid?.() === 0 ? installPackage(name) : `${name} is missing.`;
  const installed = findOnPath(name);
  if (!installed) throw new Error(`${failed ?? ''} This measurement needs ${name}: install that package.`);
  return installed;
}
