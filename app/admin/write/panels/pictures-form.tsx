import { type FormEvent, useState } from 'react';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { uploadPicture } from '../content-calls.ts';

interface PicturesFormProps {
  file: string;
  pictures: File[];
  onInsert(markdown: string): void;
  onClose(): void;
}

/** Asks what each picture shows, stores it beside the page, and inserts it. */
export function PicturesForm({ file, pictures, onInsert, onClose }: PicturesFormProps) {
  const [index, setIndex] = useState(0);
  const picture = pictures[index];
  if (!picture) return null;
  const next = () => (index + 1 < pictures.length ? setIndex(index + 1) : onClose());
  const count = pictures.length > 1 ? ` (${index + 1} of ${pictures.length})` : '';
  return (
    <PictureForm
      key={index}
      title={`${picture.name}${count}`}
      onSkip={next}
      onChoose={async (alt) => {
        const { src } = await uploadPicture(file, picture, alt);
        const words = alt.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ');
        onInsert(`![${words}](${src})${index + 1 < pictures.length ? '\n' : ''}`);
        next();
      }}
    />
  );
}

interface PictureFormProps {
  title: string;
  onChoose(alt: string): Promise<void>;
  onSkip(): void;
}

function PictureForm({ title, onChoose, onSkip }: PictureFormProps) {
  const [alt, setAlt] = useState('');
  const [error, setError] = useState<string>();
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  async function choose(words: string) {
    if (pending) return;
    setPending(true);
    setFault(undefined);
    await onChoose(words).catch((reason: Error) => {
      setFault(reason.message);
      setPending(false);
    });
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (alt.trim() === '') {
      setError('Please describe it, or choose “It is decoration”.');
      event.currentTarget.querySelector('input')?.focus();
      return;
    }
    void choose(alt.trim());
  }
  return (
    <form className="write-form" method="post" aria-label="Insert a picture" onSubmit={submit}>
      <TextField
        label="What does the picture show?"
        value={alt}
        error={error}
        hint={`${title}. The words are for those who cannot see it.`}
        autoFocus
        onChange={(event) => setAlt(event.target.value)}
      />
      <FaultNotice fault={fault} />
      <p className="save-row">
        <button type="submit" className="button" aria-disabled={pending || undefined}>
          Insert
        </button>
        <button type="button" className="text-button" onClick={() => void choose('')}>
          It is decoration
        </button>
        <button type="button" className="text-button" onClick={onSkip}>
          Cancel
        </button>
        <span className="hint" role="status">
          {pending && 'Uploading …'}
        </span>
      </p>
    </form>
  );
}
