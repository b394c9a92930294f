/** Hands out the tokens of a captcha, each once: who asks before there is one waits for it. */
export interface CaptchaTokenQueue {
  put(token: string): void;
  /** The token is too old, or the widget began anew. */
  forget(): void;
  /** There will be none: the widget could not be loaded. Who waits goes on without, and the backend has its say. */
  giveUp(): void;
  has(): boolean;
  take(): Promise<string | undefined>;
}

export function createCaptchaTokenQueue(): CaptchaTokenQueue {
  let token: string | undefined;
  let isClosed = false;
  const waiting: ((token: string | undefined) => void)[] = [];
  return {
    put(fresh) {
      isClosed = false;
      const first = waiting.shift();
      if (first) first(fresh);
      else token = fresh;
    },
    forget() {
      token = undefined;
    },
    giveUp() {
      isClosed = true;
      for (const next of waiting.splice(0)) next(undefined);
    },
    has: () => token !== undefined || isClosed,
    take() {
      const taken = token;
      token = undefined;
      if (taken !== undefined || isClosed) return Promise.resolve(taken);
      return new Promise((next) => waiting.push(next));
    },
  };
}
