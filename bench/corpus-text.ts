import { createRandom } from '../running/samples/random.ts';

/** Sentences, code blocks and tables from a seed: the same seed always writes the same text. */
export interface Text {
  /** From 0 up to, not including, `limit`. */
  number(limit: number): number;
  pick<T>(values: readonly T[]): T;
  words(count: number): string;
  sentence(): string;
  /** Sentences of at least `words` words together. */
  paragraph(words: number): string;
  code(): string;
  table(): string;
}

const vocabulary =
  'harbour lantern window garden river morning letter kitchen winter summer stone bridge market paper music silver quiet narrow early open plain honest distant familiar patient ordinary careful bright hollow gentle walk carry build leave answer measure gather notice remember repair follow begin settle borrow listen return wander always seldom together nearly slowly again below across without before around the a one every another some this that her his their its of in on for with from into through under beside between towards and but because while until although'.split(
    ' ',
  );

/** They make the text less repetitive, so that it compresses about as prose does. */
const endings = ['s', 'ed', 'ing', 'ly', 'er', 'en', 'ish', 'ward'] as const;

const topics = ['pressure', 'harvest', 'signal', 'orchard', 'ledger', 'tide', 'archive', 'beacon'] as const;

export function createText(seed: number): Text {
  const random = createRandom(seed);
  const number = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[number(values.length)] as T;
  const word = () => pick(vocabulary) + (number(3) === 0 ? pick(endings) : '');
  const words = (count: number) => Array.from({ length: count }, word).join(' ');

  function sentence(): string {
    const plain = words(7 + number(12));
    const decorated = pick([
      plain,
      plain,
      plain,
      `${plain}, *${words(2)}*, ${words(3)}`,
      `${plain} **${words(2)}** ${words(2)}`,
      `${plain} with \`${pick(topics)}${number(90)}\``,
      `${plain} [${words(3)}](/about)`,
    ]);
    return `${decorated.charAt(0).toUpperCase()}${decorated.slice(1)}.`;
  }

  function paragraph(least: number): string {
    const sentences: string[] = [];
    for (let count = 0; count < least; count += sentences.at(-1)?.split(' ').length ?? 1)
      sentences.push(sentence());
    return sentences.join(' ');
  }

  function code(): string {
    const [name, other, amount] = [`${pick(topics)}${number(90)}`, pick(topics), number(900)];
    return pick([
      `\`\`\`ts\nexport interface ${capital(name)} {\n  id: number;\n  label: string | undefined;\n}\n\n/** Adds up the ${other} of each day. */\nexport async function ${name}Total(days: ${capital(name)}[], limit = ${amount}): Promise<number> {\n  const kept = days.filter((day) => day.id > limit && day.label !== '${other}');\n  for (const day of kept) {\n    if (day.label === undefined) throw new Error(\`no label for \${day.id}\`);\n  }\n  return kept.reduce((sum, day) => sum + day.id, 0);\n}\n\`\`\``,
      `\`\`\`python\nfrom dataclasses import dataclass\n\n@dataclass\nclass ${capital(name)}:\n    """One ${other} as it was read."""\n    value: float = ${amount}.5\n    label: str = "${other}"\n\ndef ${name}_mean(items: list[${capital(name)}]) -> float:\n    # An empty list has no mean.\n    if not items:\n        return 0.0\n    return sum(item.value for item in items) / len(items)\n\`\`\``,
      `\`\`\`bash\n#!/usr/bin/env bash\nset -euo pipefail\n${name}="\${1:-${amount}}"\nfor file in ./${other}/*.txt; do\n  # Skip what is already there.\n  [[ -e "$file.done" ]] && continue\n  grep -c "${other}" "$file" | awk '{ total += $1 } END { print total }' >> "$${name}.log"\ndone\n\`\`\``,
      `\`\`\`css\n.${name} {\n  display: grid;\n  grid-template-columns: repeat(auto-fill, minmax(${amount}px, 1fr));\n  gap: 1.5rem;\n  color: oklch(40% 0.1 ${amount % 360});\n}\n\n@media (min-width: 48rem) {\n  .${name} > a:hover { text-decoration: underline; }\n}\n\`\`\``,
      `\`\`\`json\n{\n  "name": "${name}",\n  "${other}": [${amount}, ${amount + 1}, ${amount + 2}],\n  "enabled": true,\n  "note": null,\n  "nested": { "depth": 2, "ratio": 0.${amount} }\n}\n\`\`\``,
      `\`\`\`sql\ncreate table ${name} (id bigint primary key, ${other} text not null, at timestamptz default now());\n\n-- The latest of each kind.\nselect distinct on (${other}) id, ${other}\n  from ${name}\n where id > ${amount} and ${other} <> 'none'\n order by ${other}, at desc;\n\`\`\``,
    ]);
  }

  function table(): string {
    const rows = Array.from({ length: 4 }, () => `| ${words(2)} | ${number(1000)} | ${words(3)} |`);
    return ['| Place | Count | Remark |', '| --- | ---: | --- |', ...rows].join('\n');
  }

  return { number, pick, words, sentence, paragraph, code, table };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
