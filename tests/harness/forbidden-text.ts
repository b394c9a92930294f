interface Rule {
  what: string;
  pattern: RegExp;
}

// Written in pieces where this file would otherwise break its own rule.
const rules: Rule[] = [
  { what: 'unfinished work', pattern: new RegExp(`\\b(${'TO'}DO|${'FIX'}ME|X{3})\\b`) },
  {
    what: 'a test left out or left alone',
    pattern:
      /\b(test|it|describe|suite|bench)(\.\w+)*\.(only|skip|skipIf|runIf|todo|fixme|fail|fails)\b|\bx(it|describe)\(/,
  },
  {
    what: 'a package registry',
    pattern: /\bregistry\.[a-z\d-]+\.[a-z]|\bnpm\.pkg\.github\.com|\/artifactory\/|\/verdaccio\/|:48(73)\b/i,
  },
  { what: 'a path of one machine', pattern: /(^|[\s"'`(=:,])\/(work|root|Users\/\w+)\// },
];

/** What must not be committed, as `file:line: what`. */
export function findForbiddenText(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      rules.filter(({ pattern }) => pattern.test(line)).map(({ what }) => `${file}:${index + 1}: ${what}`),
    );
}
