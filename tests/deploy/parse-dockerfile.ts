/** Reads the part of a Dockerfile's grammar that ours uses: stages, flags, continued lines, lists in JSON. */

export interface Instruction {
  name: string;
  /** `--from=build` as `{ from: 'build' }`. */
  flags: Record<string, string>;
  /** What follows the name and the flags. */
  text: string;
  line: number;
}

export interface Stage {
  base: string;
  name: string | undefined;
  instructions: Instruction[];
}

export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  for (const instruction of readInstructions(text)) {
    const [, base = '', name] = /^(\S+)(?:\s+AS\s+(\S+))?$/i.exec(instruction.text) ?? [];
    if (instruction.name === 'FROM') stages.push({ base, name, instructions: [] });
    else if (stages.length === 0)
      throw new Error(`Line ${instruction.line}: ${instruction.name} before FROM`);
    else stages.at(-1)?.instructions.push(instruction);
  }
  return stages;
}

/** The words of a list such as `["node", "main.ts"]`; undefined for a line of shell. */
export function parseList(text: string): string[] | undefined {
  try {
    const words: unknown = JSON.parse(text);
    return Array.isArray(words) ? words.map(String) : undefined;
  } catch {
    return undefined;
  }
}

/** `A=1 B=2` as pairs. */
export function parsePairs(text: string): [name: string, value: string][] {
  return text.split(/\s+/).map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [name, rest.join('=')];
  });
}

/** Sources and destination of COPY. */
export function parseCopy(text: string): { sources: string[]; destination: string } {
  const words = text.split(/\s+/);
  return { sources: words.slice(0, -1), destination: words.at(-1) ?? '' };
}

function readInstructions(text: string): Instruction[] {
  const found: Instruction[] = [];
  let joined = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    joined += line.replace(/\\$/, '');
    if (line.endsWith('\\')) continue;
    found.push(readInstruction(joined, index + 1));
    joined = '';
  }
  return found;
}

function readInstruction(text: string, line: number): Instruction {
  const [, name = '', rest = ''] = /^(\S+)\s+(.*)$/.exec(text) ?? [];
  const [lead = ''] = /^(--\S+\s+)*/.exec(rest) ?? [];
  const flags = lead.split(/\s+/).filter((flag) => flag !== '');
  const pairs = flags.map((flag) => flag.slice(2).split('='));
  return {
    name: name.toUpperCase(),
    flags: Object.fromEntries(pairs.map(([key = '', value = '']) => [key, value])),
    text: rest.slice(lead.length).trim(),
    line,
  };
}
