import { LoginForm } from '../components/login-form.tsx';

/** `/login`: the e-mail first. */
export function Component() {
  return (
    <div className="frame axis">
      <h1 className="title">Sign in</h1>
      <p className="standfirst">Your e-mail address is enough to begin.</p>
      <noscript>
        <p className="notice mt-l">
          Signing in needs JavaScript. Everything else on this site can be read without it.
        </p>
      </noscript>
      <LoginForm />
    </div>
  );
}
