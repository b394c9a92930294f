import { LoginFlow } from '../login/login-flow.tsx';

/** The login page: the address first. */
export function Component() {
  return (
    <div className="frame axis">
      <LoginFlow />
      <noscript>
        <p className="notice mt-l">
          Signing in needs JavaScript. Everything else on this site can be read without it.
        </p>
      </noscript>
    </div>
  );
}
