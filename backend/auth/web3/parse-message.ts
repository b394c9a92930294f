import { ServiceError } from '../../http/service-error.ts';
import type { Chain } from './chains.ts';

/** A message that a wallet shows before it signs: EIP-4361 for Ethereum, and the same format for Solana. */
export interface WalletMessage {
  domain: string;
  address: string;
  statement: string | null;
  uri: string;
  network: string;
  issuedAt: Date;
  expirationTime: Date | undefined;
  notBefore: Date | undefined;
}

const domainPattern =
  /^(localhost|(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\.)+[a-zA-Z]{2,63})(?::\d{1,5})?$/;

/** Parses a message line by line. A repeated field is refused, because the wallet may have shown the other one. */
export function parseMessage(text: string, chain: Chain): WalletMessage {
  const refuse = (reason: string): never => {
    throw ServiceError.validationFailed(`${chain.prefix}: ${reason}`);
  };
  const lines = text.split('\n');
  if (lines.length < 6) refuse('message needs at least 6 lines');
  const [header = '', addressLine = '', blank, first = '', second] = lines;
  const ending = ` wants you to sign in with your ${chain.title} account:`;
  if (!header.endsWith(ending)) refuse(`message first line does not end in "${ending}"`);
  const domain = header.slice(0, -ending.length).trim();
  if (domain.length > 260 || !domainPattern.test(domain))
    refuse('domain in first line of message is not valid');
  const address = addressLine.trim();
  if (!chain.addressPattern.test(address)) refuse(chain.addressFault);
  if (blank !== '') refuse('third line must be empty');
  const hasStatement = first !== '' && second === '';
  const fields = readFields(lines.slice(hasStatement ? 5 : 3), refuse);

  const timeOf = (name: string): Date | undefined => {
    const value = fields.get(name);
    if (value === undefined) return undefined;
    return parseTime(value) ?? refuse(`${name} is not a valid ISO8601 timestamp`);
  };
  const version = fields.get('Version') ?? '';
  if (version !== '1') refuse(`Version value is not supported, expected 1 got ${JSON.stringify(version)}`);
  const uri = fields.get('URI') ?? refuse('URI is not specified');
  if (!URL.canParse(uri)) refuse('URI is not valid');
  const network = fields.get('Chain ID') ?? (chain.needsNetwork ? refuse('Chain ID is not valid') : '');
  if (!chain.networkPattern.test(network)) refuse('Chain ID is not valid');
  const nonce = fields.get('Nonce');
  if (nonce !== undefined && !/^[a-zA-Z0-9_-]{8,}$/.test(nonce))
    refuse('Nonce must have at least 8 letters and digits');
  const issuedAt = timeOf('Issued At') ?? refuse('Issued At is not specified');
  const expirationTime = timeOf('Expiration Time');
  const notBefore = timeOf('Not Before');
  if (expirationTime !== undefined && issuedAt > expirationTime) refuse('Issued At is after Expiration Time');
  if (expirationTime !== undefined && notBefore !== undefined && notBefore > expirationTime)
    refuse('Not Before is after Expiration Time');
  const statement = hasStatement ? first : null;
  return { domain, address, statement, uri, network, issuedAt, expirationTime, notBefore };
}

function readFields(lines: string[], refuse: (reason: string) => never): Map<string, string> {
  const fields = new Map<string, string>();
  let isInResources = false;
  for (const [index, line] of lines.map((each) => each.trim()).entries()) {
    if (line === '') continue;
    if (isInResources && line.startsWith('- ')) {
      if (!URL.canParse(line.slice(2).trim())) refuse('a Resource has an invalid URI');
      continue;
    }
    isInResources = line === 'Resources:';
    const colon = line.indexOf(':');
    if (colon === -1) refuse(`encountered unparsable line at index ${index}`);
    const name = line.slice(0, colon);
    if (fields.has(name)) refuse(`${name.slice(0, 40)} is specified twice`);
    fields.set(name, line.slice(colon + 1).trim());
  }
  return fields;
}

function parseTime(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time);
}
