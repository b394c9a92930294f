/** What the search passes over, a name before a colon, and what opens, closes and separates. */
const pieces =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?:(["'])(?<quoted>(?:\\.|(?!\1)[^\\\n])*)\1|(?<name>[\w$]+))\s*:|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<sign>[{}[\],\n])/g;

interface Level {
  /** Of an object: the setting that was named last. Of a list: the place in it. */
  key: string | number | undefined;
}

/** The line of each setting that is written in place, by its path: `pageViews.timeZone`, `navigation.0.path`. */
export function findSettingLines(source: string): Map<string, number> {
  const lines = new Map<string, number>();
  const levels: Level[] = [];
  let line = 1;
  let counted = 0;

  function place(at: number): void {
    line += source.slice(counted, at).split('\n').length - 1;
    counted = at;
    const path = levels.map(({ key }) => key);
    if (!path.includes(undefined)) lines.set(path.join('.'), line);
  }

  for (const { index, groups } of source.matchAll(pieces)) {
    const top = levels.at(-1);
    const name = groups?.quoted ?? groups?.name;
    if (name !== undefined && top && typeof top.key !== 'number') {
      top.key = name;
      place(index);
    }
    const sign = groups?.sign;
    if (sign === '{') {
      if (typeof top?.key === 'number') place(index);
      levels.push({ key: undefined });
    } else if (sign === '[') levels.push({ key: 0 });
    else if (sign === '}' || sign === ']') levels.pop();
    else if (sign === ',' && typeof top?.key === 'number') top.key += 1;
  }
  return lines;
}

/** The line of a setting, or of the one around it. */
export function findSettingLine(source: string, setting: string): number | undefined {
  const lines = findSettingLines(source);
  const path = setting.split('.');
  while (path.length > 0) {
    const line = lines.get(path.join('.'));
    if (line !== undefined) return line;
    path.pop();
  }
  return undefined;
}
