import { type ReactNode, useEffect, useRef, useState } from 'react';
import site from '../../site.config.ts';
import { type CaptchaApi, loadCaptcha } from './load-captcha.ts';
import { createTokenDesk } from './captcha-token-queue.ts';

export interface CaptchaUse {
  /** Stands in the form; nothing without a captcha in site.config.ts. */
  field: ReactNode;
  /** The token for one call; waits until the visitor has passed. It is good once, so the widget begins anew. */
  take(): Promise<{ captchaToken?: string }>;
}

const { captcha } = site.signIn;

/** `later`: the widget is shown when a token is asked for, in a form that may well do without. */
export function useCaptcha({ later = false } = {}): CaptchaUse {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<{ api: CaptchaApi; id: string }>(undefined);
  const [desk] = useState(createTokenDesk);
  const [isAsked, setAsked] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isShown = isAsked || !later;

  useEffect(() => {
    if (!captcha || !isShown || !place.current) return;
    const container = place.current;
    let left = false;
    const fail = () => {
      setFailed(true);
      desk.giveUp();
    };
    loadCaptcha(captcha.provider).then((api) => {
      if (left) return;
      const id = api.render(container, {
        sitekey: captcha.siteKey,
        theme: isDark(container) ? 'dark' : 'light',
        // Both providers begin anew in the same way: when we say so.
        'refresh-expired': 'manual',
        callback(token) {
          setFailed(false);
          desk.put(token);
        },
        'expired-callback'() {
          desk.forget();
          api.reset(id);
        },
        'error-callback': fail,
      });
      widget.current = { api, id };
    }, fail);
    return () => {
      left = true;
      widget.current?.api.remove(widget.current.id);
      widget.current = undefined;
    };
  }, [desk, isShown]);

  return {
    field: captcha && isShown && (
      <div>
        <div ref={place} className="captcha" />
        {isWaiting && !hasFailed && (
          <p className="hint" role="status">
            Please wait for the check above, or do what it asks.
          </p>
        )}
        {hasFailed && (
          <p className="field-error" role="alert">
            The check that you are a person could not be loaded. Please switch off what blocks it, and reload.
          </p>
        )}
      </div>
    ),
    async take() {
      if (!captcha) return {};
      setAsked(true);
      setWaiting(!desk.has());
      const captchaToken = await desk.take();
      setWaiting(false);
      if (!captchaToken) return {};
      widget.current?.api.reset(widget.current.id);
      return { captchaToken };
    },
  };
}

/** The reader's own choice, or the device's where they have made none. */
function isDark(element: HTMLElement): boolean {
  const scheme = getComputedStyle(element).colorScheme;
  return scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}
