import { z } from 'zod';

/** Members that several bodies share. As on the reference server, null means the same as leaving a member out. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? '');

export const optionalData = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((data) => data ?? undefined);

export const optionalFlag = (fallback: boolean) =>
  z
    .boolean()
    .nullish()
    .transform((flag) => flag ?? fallback);

/** Both or neither; see codes/flow-state.ts. */
export const challengeMembers = { code_challenge: optionalText, code_challenge_method: optionalText };
