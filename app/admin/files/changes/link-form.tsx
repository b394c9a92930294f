import { useEffect, useRef, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { callAdmin, explainFault } from '../../call-admin.ts';
import type { FileLink } from '../files-data.ts';

const hour = 3600;
const durations = [
  { title: '1 hour', seconds: hour },
  { title: '1 day', seconds: 24 * hour },
  { title: '1 week', seconds: 7 * 24 * hour },
  { title: '30 days', seconds: 30 * 24 * hour },
];

export function askForLink(
  bucket: string,
  path: string,
  seconds: number,
  download = false,
): Promise<FileLink> {
  return callAdmin<FileLink>('/files/sign', { method: 'POST', body: { bucket, path, seconds, download } });
}

interface LinkFormProps {
  bucket: string;
  path: string;
  isPublic: boolean;
  onClose(): void;
}

/** The address of a public file, or a link to a private one that works for a while. */
export function LinkForm({ bucket, path, isPublic, onClose }: LinkFormProps) {
  const [url, setUrl] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [copied, setCopied] = useState(false);
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => panel.current?.focus(), []);

  async function make(seconds: number) {
    setCopied(false);
    setFault(undefined);
    try {
      setUrl((await askForLink(bucket, path, seconds)).url);
    } catch (error) {
      setFault(explainFault(error));
    }
  }

  return (
    <fieldset className="files-panel" ref={panel} tabIndex={-1} aria-label="Link">
      {isPublic ? (
        <p>The bucket is public: this file has an address that works for everyone.</p>
      ) : (
        <p>Everyone with the link can read the file until it ends. It cannot be taken back before.</p>
      )}
      <p className="choices">
        {isPublic ? (
          <button type="button" className="choice" onClick={() => void make(hour)}>
            Show the address
          </button>
        ) : (
          durations.map(({ title, seconds }) => (
            <button key={title} type="button" className="choice" onClick={() => void make(seconds)}>
              {title}
            </button>
          ))
        )}
        <button type="button" className="choice" onClick={onClose}>
          Close
        </button>
      </p>
      <FaultNotice fault={fault} />
      {url && (
        <p className="files-link">
          <input
            className="input"
            aria-label="Link"
            readOnly
            value={url}
            onFocus={({ target }) => target.select()}
          />
          <button
            type="button"
            className="choice"
            onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}
          >
            {copied ? 'Copied' : 'Copy'}
          </button>
        </p>
      )}
    </fieldset>
  );
}
