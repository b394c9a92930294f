import { ConfirmFlow } from '../confirm/confirm-flow.tsx';

/** The callback page: where links in mails and sign-in providers lead back to. */
export function Component() {
  return (
    <div className="frame axis">
      <h1 className="title">Confirm sign-in</h1>
      <noscript>
        <p className="notice mt-l">
          Signing in needs JavaScript. Everything else on this site can be read without it.
        </p>
      </noscript>
      <div className="needs-script login-panel">
        <ConfirmFlow />
      </div>
    </div>
  );
}
