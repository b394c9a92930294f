import { type RefObject, useRef } from 'react';
import type { TextEditor } from './text-editor.ts';

interface ToolbarProps {
  isPage: boolean;
  isReady: boolean;
  editor: RefObject<TextEditor | undefined>;
  onPictures(pictures: File[]): void;
}

/** The same as the keys do, for those who do not know them. */
export function Toolbar({ isPage, isReady, editor, onPictures }: ToolbarProps) {
  const picker = useRef<HTMLInputElement>(null);
  const tools = [
    { title: 'Bold', keys: 'Ctrl+B', sign: <b>B</b>, run: () => editor.current?.format('bold') },
    { title: 'Italic', keys: 'Ctrl+I', sign: <i>I</i>, run: () => editor.current?.format('italic') },
    { title: 'Link', keys: 'Ctrl+K', sign: 'Link', run: () => editor.current?.format('link') },
    { title: 'Picture', sign: 'Picture', run: () => picker.current?.click() },
  ];
  const find = { title: 'Find', keys: 'Ctrl+F', sign: 'Find', run: () => editor.current?.find() };
  return (
    <div className="write-tools" role="group" aria-label="Formatting">
      {(isPage ? [...tools, find] : [find]).map(({ title, sign, run, ...more }) => (
        <button
          key={title}
          type="button"
          aria-label={title}
          title={'keys' in more ? `${title} (${more.keys})` : title}
          disabled={!isReady}
          onClick={run}
        >
          {sign}
        </button>
      ))}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ target }) => {
          const pictures = [...(target.files ?? [])];
          target.value = '';
          if (pictures.length > 0) onPictures(pictures);
        }}
      />
    </div>
  );
}
