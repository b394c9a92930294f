import site from '../../site.config.ts';

interface ConfirmMessageProps {
  message: string;
  /** What to do next; set only when something failed. */
  advice?: string;
}

/** The result, with a link to continue. */
export function ConfirmMessage({ message, advice }: ConfirmMessageProps) {
  return (
    <>
      <p className={advice ? 'notice notice-fault' : 'notice'} role={advice ? 'alert' : 'status'}>
        {message}
      </p>
      <div className="prose mt-m">
        {advice && <p>{advice}</p>}
        <p className="when-signed-out">
          <a href={site.signIn.login}>Sign in</a> or <a href="/">go to the home page</a>.
        </p>
        <p className="when-signed-in">
          <a href="/account">Go to your account</a> or <a href="/">to the home page</a>.
        </p>
      </div>
    </>
  );
}
