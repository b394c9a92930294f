/**
 * The patterns of `additional_redirect_urls`: `*` stays within a segment (between `.` and `/`), `**` crosses them, `?` is one
 * character, `[ab]` and `[!ab]` choose one, `{a,b}` offers alternatives, and a backslash takes the next one literally.
 */
export function compileUrlPattern(pattern: string): RegExp {
  let source = '';
  let open = 0;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern.charAt(index);
    if (character === '*') {
      let stars = 1;
      while (pattern.charAt(index + 1) === '*') {
        index += 1;
        stars += 1;
      }
      source += stars > 1 ? '.*' : '[^./]*';
    } else if (character === '?') source += '[^./]';
    else if (character === '[') {
      const end = pattern.indexOf(']', index + 1);
      if (end === -1) source += '\\[';
      else {
        source += choice(pattern.slice(index + 1, end));
        index = end;
      }
    } else if (character === '{') {
      open += 1;
      source += '(?:';
    } else if (character === '}' && open > 0) {
      open -= 1;
      source += ')';
    } else if (character === ',' && open > 0) source += '|';
    else if (character === '\\' && index + 1 < pattern.length) {
      index += 1;
      source += literal(pattern.charAt(index));
    } else source += literal(character);
  }
  return new RegExp(`^${source}${')'.repeat(open)}$`, 's');
}

function choice(inside: string): string {
  const negated = inside.startsWith('!');
  const members = (negated ? inside.slice(1) : inside).replace(/[\\\]^]/g, '\\$&');
  return members === '' ? literal(`[${inside}]`) : `[${negated ? '^' : ''}${members}]`;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
