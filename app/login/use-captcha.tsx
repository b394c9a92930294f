import { type ReactNode, useEffect, useRef, useState } from 'react';
import site from '../../site.config.ts';
import { createCaptchaTokenQueue } from './captcha-token-queue.ts';
import { type CaptchaApi, loadCaptcha } from './load-captcha.ts';

export interface Captcha {
  /** The widget for the form; empty without a captcha in site.config.ts. */
  field: ReactNode;
  /** Resolves to a token for one call, once the visitor has passed the check. A token is valid once, so the widget is reset. */
  take(): Promise<{ captchaToken?: string }>;
}

const { captcha } = site.signIn;

/** `later`: the widget is shown when a token is first requested, for forms that may not need one. */
export function useCaptcha({ later = false } = {}): Captcha {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<{ api: CaptchaApi; id: string }>(undefined);
  const [tokens] = useState(createCaptchaTokenQueue);
  const [isRequested, setRequested] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isShown = isRequested || !later;

  useEffect(() => {
    if (!captcha || !isShown || !place.current) return;
    const container = place.current;
    let left = false;
    const fail = () => {
      setFailed(true);
      tokens.giveUp();
    };
    loadCaptcha(captcha.provider).then((api) => {
      if (left) return;
      const id = api.render(container, {
        sitekey: captcha.siteKey,
        theme: isDark(container) ? 'dark' : 'light',
        // Both providers reset in the same way: when this code calls for it.
        'refresh-expired': 'manual',
        callback(token) {
          setFailed(false);
          tokens.put(token);
        },
        'expired-callback'() {
          tokens.forget();
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
  }, [tokens, isShown]);

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
      setRequested(true);
      setWaiting(!tokens.has());
      const captchaToken = await tokens.take();
      setWaiting(false);
      if (!captchaToken) return {};
      widget.current?.api.reset(widget.current.id);
      return { captchaToken };
    },
  };
}

/** The visitor's chosen theme, or the device's default. */
function isDark(element: HTMLElement): boolean {
  const scheme = getComputedStyle(element).colorScheme;
  return scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
}
