import type { ContentEntry, FileFault } from '../content-data.ts';

/** What the pages need of the editor of a text; create-editor.ts has it, which is loaded later. */
export interface TextEditor {
  /** The whole text, with the line ends of the file. */
  read(): string;
  /** Changes only what differs, as one step that can be undone. */
  replace(text: string): void;
  /** In place of the selection. */
  insert(text: string): void;
  format(name: 'bold' | 'italic' | 'link'): void;
  find(): void;
  /** From 1. */
  jumpToLine(line: number): void;
  /** Scrolls there. The focus stays where it is. */
  showLine(number: number): void;
  showFaults(faults: FileFault[]): void;
  focus(): void;
  scroller: HTMLElement;
  /** In the scrolled content, in pixels. */
  topOfLine(line: number): number;
  destroy(): void;
}

export interface TextEditorOptions {
  text: string;
  /** For screen readers. */
  label: string;
  isMarkdown: boolean;
  onChange(text: string): void;
  onSave(): void;
  onPictures(pictures: File[]): void;
  /** The pages of the site, for links. */
  readPages(): Promise<ContentEntry[]>;
}
