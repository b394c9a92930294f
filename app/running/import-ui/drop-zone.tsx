import { type DragEvent, type HTMLAttributes, type RefCallback, useEffect, useRef, useState } from 'react';
import { type CollectedFiles, fromDrop, fromPicker } from './collect-files.ts';
import { dropHint, dropInvitation } from './import-placeholder.tsx';

/** Phones have no folder picker. */
const canChooseFolders = () => 'webkitdirectory' in HTMLInputElement.prototype;

const chooseFolder: RefCallback<HTMLInputElement> = (input) => {
  input?.setAttribute('webkitdirectory', '');
};

interface FileDrop {
  isOver: boolean;
  /** For the element that takes files. */
  target: Pick<HTMLAttributes<HTMLElement>, 'onDragEnter' | 'onDragLeave' | 'onDragOver' | 'onDrop'>;
}

export function useFileDrop(onFiles: (collected: CollectedFiles) => void): FileDrop {
  const [isOver, setOver] = useState(false);
  // Entering a child fires a leave event of its parent: the pointer is gone when there are as many leaves as enters.
  const depth = useRef(0);

  const move = (step: number) => (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    depth.current += step;
    setOver(depth.current > 0);
  };

  async function drop(event: DragEvent) {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    onFiles(await fromDrop(event.dataTransfer));
  }

  return {
    isOver,
    target: {
      onDragEnter: move(1),
      onDragLeave: move(-1),
      onDragOver: (event) => event.preventDefault(),
      onDrop: (event) => void drop(event),
    },
  };
}

interface DropZoneProps {
  isOver: boolean;
  /** The user has just opened it by a button, so the focus goes on to the picker. */
  takesFocus: boolean;
  onFiles(collected: CollectedFiles): void;
}

/** Files by drop or by picker. The picker has no filter: phones disable the files of watches, whose types they do not know. */
export function DropZone({ isOver, takesFocus, onFiles }: DropZoneProps) {
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) picker.current?.focus();
  }, [takesFocus]);
  return (
    <fieldset className="drop-zone" data-over={isOver || undefined}>
      <legend className="sr-only">Import runs</legend>
      <p className="drop-words">
        <span className="drop-invitation">{dropInvitation}</span>
        <span className="drop-buttons">
          <label className="button">
            Choose files
            <input
              type="file"
              ref={picker}
              multiple
              onChange={(event) => {
                onFiles(fromPicker(event.target.files, false));
                event.target.value = '';
              }}
            />
          </label>
          {canChooseFolders() && (
            <label className="text-button drop-folder">
              Choose a folder
              <input
                type="file"
                multiple
                ref={chooseFolder}
                onChange={(event) => {
                  onFiles(fromPicker(event.target.files, true));
                  event.target.value = '';
                }}
              />
            </label>
          )}
        </span>
      </p>
      <p className="label">{dropHint}</p>
    </fieldset>
  );
}
