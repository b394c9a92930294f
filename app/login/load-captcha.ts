/** The common API of both providers' widgets. */
export interface CaptchaApi {
  render(
    container: HTMLElement,
    options: {
      sitekey: string;
      theme: 'light' | 'dark';
      /** Turnstile's option; the other provider ignores it. */
      'refresh-expired': 'manual';
      callback(token: string): void;
      'expired-callback'(): void;
      'error-callback'(): void;
    },
  ): string;
  reset(widget: string): void;
  remove(widget: string): void;
}

export type CaptchaProvider = 'turnstile' | 'hcaptcha';

const scripts: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
};

const loading = new Map<CaptchaProvider, Promise<CaptchaApi>>();

/** A failure is not cached: the next form tries again. */
export function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi> {
  const known = loading.get(provider);
  if (known) return known;
  const api = addScript(scripts[provider]).then(() => {
    const found = (globalThis as Partial<Record<CaptchaProvider, CaptchaApi>>)[provider];
    if (!found) throw new Error(`${provider} did not start.`);
    return found;
  });
  loading.set(provider, api);
  api.catch(() => loading.delete(provider));
  return api;
}

function addScript(address: string): Promise<void> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => done();
    script.onerror = () => {
      script.remove();
      fail(new Error(`${address} could not be loaded.`));
    };
    document.head.append(script);
  });
}
