import type { Log } from '../../../database/log.ts';
import { collectBytes } from '../../http/read-bytes.ts';
import type { Captcha } from '../service/ports.ts';

export interface CaptchaOptions {
  enabled: boolean;
  provider: 'hcaptcha' | 'turnstile';
  secret: string;
  fetch: typeof fetch;
  /** The provider's verification URL, if not the default. */
  verifyUrl?: string;
  /** Time limit for the provider's answer, in milliseconds. */
  timeLimit?: number;
  log: Log;
}

const addresses = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

/** Tokens of both providers are shorter; longer ones are refused without a request. */
const maxTokenLength = 8192;
const maxAnswerBytes = 16_384;
const tooLong = () => new Error('the answer is too long');

/** Asks hCaptcha or Turnstile whether a captcha was solved. Any failure counts as "no". */
export function createCaptcha(options: CaptchaOptions): Captcha {
  if (!options.enabled) return { verify: async () => true };
  const secret = options.secret.trim();
  // The secret is a variable that is not set. The start has warned about it.
  if (secret === '') return { verify: async () => false };
  const address = options.verifyUrl ?? addresses[options.provider];

  return {
    async verify(token, clientAddress) {
      if (token === undefined || token.trim() === '' || token.length > maxTokenLength) return false;
      try {
        const answer = await options.fetch(address, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, remoteip: clientAddress }),
          redirect: 'error',
          signal: AbortSignal.timeout(options.timeLimit ?? 5000),
        });
        const body = await collectBytes(answer.body ?? [], maxAnswerBytes, tooLong);
        return isSuccess(body.toString());
      } catch (error) {
        const message = `The captcha provider ${options.provider} gave no answer: the request is refused.`;
        options.log({ level: 'warn', message, error: String(error) });
        return false;
      }
    },
  };
}

function isSuccess(body: string): boolean {
  const answer: unknown = JSON.parse(body);
  return typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === true;
}
