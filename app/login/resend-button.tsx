import { useEffect, useState } from 'react';

const pauseSeconds = 60;

interface ResendButtonProps {
  /** Resolves to whether the message was sent. */
  onResend(): Promise<boolean>;
}

/** Sends the message again, at most once a minute: the button counts the seconds down. */
export function ResendButton({ onResend }: ResendButtonProps) {
  const [wait, setWait] = useState(pauseSeconds);
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);
  return (
    <button
      type="button"
      className="text-button"
      disabled={wait > 0}
      onClick={async () => {
        if (await onResend()) setWait(pauseSeconds);
      }}
    >
      {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
    </button>
  );
}
