/** What a build of the image is given: the files of the folder that .dockerignore does not name. */
import path from 'node:path';

/** The last line that matches decides, and a folder takes everything in it along. */
export function isIgnored(file: string, dockerignore: string): boolean {
  const lines = dockerignore.split('\n').map((line) => line.trim());
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return rules.reduce((ignored, rule) => {
    const pattern = rule.replace(/^!/, '').replace(/\/$/, '');
    return withFolders(file).some((name) => path.matchesGlob(name, pattern))
      ? !rule.startsWith('!')
      : ignored;
  }, false);
}

/** `a/b/c` → `a`, `a/b`, `a/b/c`. */
function withFolders(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
