/** A queue of captcha tokens. Each token is used once; a caller that comes before a token waits for it. */
export interface CaptchaTokenQueue {
  put(token: string): void;
  /** Drops the token, because it has expired or the widget was reset. */
  forget(): void;
  /** The widget could not be loaded. Waiting callers continue without a token, and the backend decides. */
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
