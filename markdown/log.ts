/** How this room tells the owner what it noticed. `file` is relative to the content folder. */
export type ContentLog = (entry: {
  level: 'info' | 'warn' | 'error';
  message: string;
  file?: string;
}) => void;
