/** The rules for our Dockerfile. */
import { settingsTable } from '../../server/settings-table.ts';
import { isIgnored } from './build-context.ts';
import {
  type Instruction,
  parseCopy,
  parseDockerfile,
  parseList,
  parsePairs,
  type Stage,
} from './parse-dockerfile.ts';

const known = 'FROM WORKDIR COPY RUN ENV ARG USER VOLUME EXPOSE HEALTHCHECK STOPSIGNAL CMD'.split(' ');
const settings = new Set<string>(settingsTable.map(({ name }) => name));

interface Context {
  files: string[];
  dockerignore: string;
}

export function findDockerfileFaults(text: string, context: Context): string[] {
  const stages = parseDockerfile(text);
  const last = stages.at(-1);
  return [
    ...stages.flatMap((stage, index) => findStageFaults(stage, stages.slice(0, index), context)),
    ...(last ? findImageFaults(last) : ['There is no stage']),
  ];
}

function findStageFaults(stage: Stage, earlier: Stage[], context: Context): string[] {
  const isPinned = /:\d/.test(stage.base) || earlier.some(({ name }) => name === stage.base);
  return [
    ...(isPinned ? [] : [`FROM ${stage.base} has no version`]),
    ...stage.instructions.flatMap((instruction) =>
      findInstructionFaults(instruction, earlier, context).map(
        (fault) => `Line ${instruction.line}: ${fault}`,
      ),
    ),
  ];
}

function findInstructionFaults(
  { name, flags, text }: Instruction,
  earlier: Stage[],
  context: Context,
): string[] {
  if (!known.includes(name)) return [`${name} is not an instruction of ours`];
  if (name === 'WORKDIR' && !text.startsWith('/')) return ['WORKDIR is relative'];
  // The test runs these lines in a folder of its own.
  if (name === 'RUN' && /(^|[\s=])\//.test(text)) return ['RUN names a path outside of its folder'];
  if (name === 'ENV') return parsePairs(text).flatMap(([variable]) => findVariableFaults(variable));
  if (name !== 'COPY') return [];
  if (flags.from !== undefined) {
    return earlier.some((stage) => stage.name === flags.from) ? [] : [`there is no stage ${flags.from}`];
  }
  return parseCopy(text).sources.flatMap((source) => findSourceFaults(source, context));
}

function findVariableFaults(variable: string): string[] {
  if (!settings.has(variable)) return [`${variable} is not a setting`];
  return /KEY|SECRET|TOKEN|PASSWORD|_URL$/.test(variable)
    ? [`${variable} does not belong into an image`]
    : [];
}

function findSourceFaults(source: string, { files, dockerignore }: Context): string[] {
  const found =
    source === '.' ? files : files.filter((file) => file === source || file.startsWith(`${source}/`));
  if (found.length === 0) return [`${source} does not exist`];
  return found.every((file) => isIgnored(file, dockerignore)) ? [`.dockerignore names ${source}`] : [];
}

/** The rules for the stage that becomes the image. */
function findImageFaults({ instructions }: Stage): string[] {
  const find = (name: string) => instructions.findLast((instruction) => instruction.name === name);
  const defaults = Object.fromEntries(
    instructions.filter(({ name }) => name === 'ARG').flatMap(({ text }) => parsePairs(text)),
  );
  const user = (find('USER')?.text ?? 'root').replace(/\$(\w+)/, (_, name) => defaults[name] ?? 'root');
  const command = parseList(find('CMD')?.text ?? '');
  const check = find('HEALTHCHECK')?.text ?? '';
  return [
    ...(/^(root|0)(:|$)/.test(user) ? ['The image runs as root'] : []),
    // npm and a shell keep SIGTERM to themselves.
    ...(command?.[0] === 'node' ? [] : ['CMD does not start Node itself']),
    ...(parseList(check.replace(/^CMD\s+/, '')) ? [] : ['HEALTHCHECK is missing or needs a shell']),
    ...(find('VOLUME') ? [] : ['There is no VOLUME']),
  ];
}
