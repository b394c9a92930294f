import { splitFences } from './code-segments.ts';

const MODULE = /^(?:import|export)\b[ {*'"]/;

/** Leaves out `import …` and `export …`, each up to a blank line outside of its braces. */
export function removeModules(source: string): string {
  return splitFences(source)
    .map(({ isCode, text }) => {
      if (isCode) return text;
      let depth = 0;
      let isInside = false;
      const lines = text.split('\n').map((line) => {
        if (!isInside && MODULE.test(line)) isInside = true;
        if (!isInside) return line;
        if (depth <= 0 && line.trim() === '') {
          isInside = false;
          depth = 0;
          return line;
        }
        depth += (line.match(/[{([]/g)?.length ?? 0) - (line.match(/[})\]]/g)?.length ?? 0);
        return '';
      });
      return lines.join('\n');
    })
    .join('');
}
