import { type ReactNode, useEffect, useRef, useState } from 'react';
import site from '../../site.config.ts';
import { type CaptchaApi, loadCaptcha } from './load-captcha.ts';

interface CaptchaUse {
  /** Stands in the form; nothing without a captcha in site.config.ts. */
  field: ReactNode;
  /** The token for one call. It is good once, so the widget begins anew. */
  take(): { captchaToken?: string };
}

export function useCaptcha(): CaptchaUse {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<{ api: CaptchaApi; id: string }>(undefined);
  const [token, setToken] = useState<string>();
  const [failed, setFailed] = useState(false);
  const { captcha } = site.signIn;

  useEffect(() => {
    if (!captcha || !place.current) return;
    const container = place.current;
    let left = false;
    loadCaptcha(captcha.provider).then(
      (api) => {
        if (left) return;
        const id = api.render(container, {
          sitekey: captcha.siteKey,
          callback: setToken,
          'expired-callback': () => setToken(undefined),
          'error-callback': () => setFailed(true),
        });
        widget.current = { api, id };
      },
      () => setFailed(true),
    );
    return () => {
      left = true;
      widget.current?.api.remove(widget.current.id);
      widget.current = undefined;
    };
  }, [captcha]);

  return {
    field: captcha && (
      <div>
        <div ref={place} className="captcha" />
        {failed && (
          <p className="field-error" role="alert">
            The check that you are a person could not be loaded. Please switch off what blocks it, and reload.
          </p>
        )}
      </div>
    ),
    take() {
      if (!token) return {};
      widget.current?.api.reset(widget.current.id);
      setToken(undefined);
      return { captchaToken: token };
    },
  };
}
