import { useState } from 'react';
import { ScrollBox } from '../../components/scroll-box.tsx';

/** Text to be copied, as it is. */
export function CopyBox({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState<string>();
  return (
    <div className="api-box">
      <ScrollBox label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </ScrollBox>
      <button
        type="button"
        className="choice"
        aria-label={`Copy: ${label}`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
      >
        {copied === text ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
