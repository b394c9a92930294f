import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { TextField } from '../../../components/text-field.tsx';
import { isFilePath, nameRule } from '../file-names.ts';
import { toFilesAddress } from '../files-address.ts';

interface PathProps {
  bucket: string;
  folder: string;
}

/** From all buckets to the folder that is shown. */
export function FolderPath({ bucket, folder }: PathProps) {
  const parts = folder.split('/').slice(0, -1);
  return (
    <nav className="files-path" aria-label="Folders">
      <ol>
        <li>
          <a href={toFilesAddress()}>Buckets</a>
        </li>
        <li>
          <a href={toFilesAddress({ bucket })} aria-current={folder === '' ? 'page' : undefined}>
            {bucket}
          </a>
        </li>
        {parts.map((part, at) => {
          const path = `${parts.slice(0, at + 1).join('/')}/`;
          return (
            <li key={path}>
              <a
                href={toFilesAddress({ bucket, folder: path })}
                aria-current={path === folder ? 'page' : undefined}
              >
                {part}
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** A search begins when the typing pauses. */
const pauseMs = 250;

/** Finds files in this folder and below it. */
export function FolderSearch({ bucket, folder, search }: PathProps & { search: string }) {
  const [typed, setTyped] = useState(search);
  const navigate = useNavigate();
  // The way back brings an earlier search.
  useEffect(() => setTyped(search), [search]);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => {
      void navigate(toFilesAddress({ bucket, folder, search: typed.trim() }), { replace: true });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search, bucket, folder, navigate]);
  return (
    <search className="files-search">
      <input
        className="input"
        type="search"
        aria-label="Find files"
        placeholder="Find in this folder and below"
        value={typed}
        maxLength={200}
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}

/** A folder exists when a file is in it: this one only opens it. */
export function NewFolderForm({ bucket, folder, onClose }: PathProps & { onClose(): void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const navigate = useNavigate();

  function submit(event: FormEvent) {
    event.preventDefault();
    const path = name.trim().replace(/^\/+|\/+$/g, '');
    if (!isFilePath(path)) return setError(path === '' ? 'Please enter a name.' : nameRule);
    onClose();
    void navigate(toFilesAddress({ bucket, folder: `${folder}${path}/` }));
  }

  return (
    <form
      className="files-panel files-form"
      method="post"
      onSubmit={submit}
      aria-label="New folder"
      noValidate
    >
      <TextField
        label="Name of the folder"
        value={name}
        error={error}
        hint="It is there as soon as a file is in it."
        maxLength={200}
        onChange={({ target }) => setName(target.value)}
        autoFocus
      />
      <p className="save-row">
        <button type="submit" className="button">
          Open the folder
        </button>
        <button type="button" className="text-button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}
