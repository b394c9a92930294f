import site from '../../site.config.ts';

/** How it ended, and a way on. */
export function ConfirmMessage({ message, fault = false }: { message: string; fault?: boolean }) {
  return (
    <>
      <p className={fault ? 'notice notice-fault' : 'notice'} role={fault ? 'alert' : 'status'}>
        {message}
      </p>
      <div className="prose mt-m">
        {fault && (
          <p>
            Links work once and for a short time, in the browser that asked for them. If yours is old, ask for
            a new one.
          </p>
        )}
        <p>
          <a href={site.signIn.login}>Sign in</a> or <a href="/">go to the home page</a>.
        </p>
      </div>
    </>
  );
}
