import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { toPageAddress } from '../../../../markdown/files/page-address.ts';
import { FaultNotice } from '../../../components/fault-notice.tsx';
import { SaveButton } from '../../../components/save-button.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { changeFields, saveFile } from '../content-calls.ts';
import type { ContentEntry } from '../content-data.ts';
import { toEditorAddress } from '../write-address.ts';
import { listFolders, nameNewFile } from './new-file.ts';

/** Creates a page as a draft, and opens it. */
export function NewPageForm({ files, onCancel }: { files: ContentEntry[]; onCancel(): void }) {
  const folders = listFolders(files);
  const [title, setTitle] = useState('');
  const [folder, setFolder] = useState(folders.includes('posts') ? 'posts' : '');
  const [fault, setFault] = useState<string>();
  const [pending, setPending] = useState(false);
  const navigate = useNavigate();
  const file = nameNewFile(title, folder, files);

  async function create(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (!file) return setFault('Please give it a title with letters or digits.');
    setPending(true);
    setFault(undefined);
    try {
      const text = await changeFields('---\ndraft: true\n---\n\n', { title: title.trim() });
      await saveFile(file, text, '');
      await navigate(toEditorAddress(file));
    } catch (error) {
      setFault((error as Error).message);
      setPending(false);
    }
  }

  return (
    <form className="write-form" method="post" onSubmit={create}>
      <TextField
        label="Title"
        name="title"
        value={title}
        autoFocus
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="field">
        <label htmlFor="new-folder">Folder</label>
        <select
          id="new-folder"
          className="input"
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
        >
          {folders.map((each) => (
            <option key={each} value={each}>
              {each === '' ? 'The content folder itself' : each}
            </option>
          ))}
        </select>
      </div>
      <p className="hint">
        {file
          ? `The file is ${file}, and the page will be at ${toPageAddress(file)}. It begins as a draft.`
          : 'The name of its file comes from the title. It begins as a draft: only you see it.'}
      </p>
      <FaultNotice fault={fault} />
      <SaveButton pending={pending} onCancel={onCancel}>
        Create draft
      </SaveButton>
    </form>
  );
}
