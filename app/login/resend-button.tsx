import { useEffect, useState } from 'react';

const pauseSeconds = 60;

interface ResendButtonProps {
  /** Says whether it was sent. */
  onResend(): Promise<boolean>;
}

/** Sends the message again, once a minute: the seconds are counted down, and the button says so. */
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
