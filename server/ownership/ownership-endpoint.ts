import { toAddressKey } from '../../backend/auth/limits/address-key.ts';
import { isFromThisMachine } from '../from-this-machine.ts';
import { HttpError } from '../http-error.ts';
import { readBody } from '../read-body.ts';
import type { ReadVisitor } from '../session/visitor.ts';
import type { ClaimResult, Ownership } from './ownership.ts';

export interface OwnershipEndpointOptions {
  siteUrl: string;
  /** Undefined with a hosted project: its owners are those of site.config.ts. */
  ownership: Ownership | undefined;
  readVisitor: ReadVisitor;
  now?: () => number;
}

export interface OwnershipEndpoint {
  answerQuestion(request: Request, clientAddress: string): Promise<Response>;
  answerClaim(request: Request, clientAddress: string): Promise<Response>;
}

export const ownershipPath = '/_owner';

const maxBodyBytes = 1000;
const attemptsPerMinute = 10;

const statuses: Record<ClaimResult, number> = {
  owner: 200,
  'signed-out': 401,
  wrong: 403,
  unconfirmed: 403,
  taken: 409,
};

/**
 * GET /_owner: whether the site waits for its owner, told to this machine only.
 * POST /_owner { secret }: the signed-in visitor becomes the owner, with the secret of the link that the start prints.
 */
export function createOwnershipEndpoint(options: OwnershipEndpointOptions): OwnershipEndpoint {
  const { siteUrl, ownership, readVisitor } = options;
  const limit = createAttemptLimit(options.now ?? Date.now);

  return {
    async answerQuestion(request, clientAddress) {
      const mayKnow = ownership !== undefined && isFromThisMachine(request, clientAddress);
      return respond({ needsOwner: mayKnow && !(await ownership.hasOwner()) });
    },

    async answerClaim(request, clientAddress) {
      // Another site could make a visitor's browser send this with its cookies.
      if (!ownership || request.headers.get('origin') !== siteUrl)
        throw new HttpError(404, 'There is nothing here.');
      limit(clientAddress);
      const secret = parseSecret(await readBody(request, maxBodyBytes));
      const visitor = await readVisitor(request);
      const session = visitor.state === 'signed-in' ? visitor.claims.session_id : undefined;
      const result = session === undefined ? 'signed-out' : await ownership.claim(session, secret);
      return respond({ result }, statuses[result]);
    },
  };
}

/** 256 bits cannot be guessed: this protects the database, and the log from a flood. */
function createAttemptLimit(now: () => number): (clientAddress: string) => void {
  const counts = new Map<string, number>();
  let minute = 0;
  return (clientAddress) => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) counts.clear();
    minute = current;
    const key = toAddressKey(clientAddress);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > attemptsPerMinute)
      throw new HttpError(429, 'Too many attempts. Please wait a minute.', {
        headers: { 'retry-after': '60' },
      });
  };
}

function parseSecret(body: string): string {
  try {
    const { secret } = Object(JSON.parse(body));
    if (typeof secret === 'string') return secret;
  } catch {
    // Answered below.
  }
  throw new HttpError(400, 'This needs JSON with a "secret".');
}

function respond(body: object, status = 200): Response {
  const headers = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' };
  return Response.json(body, { status, headers });
}
