/** How this module logs. `file` is relative to the content folder. */
export type ContentLog = (entry: {
  level: 'info' | 'warn' | 'error';
  message: string;
  file?: string;
}) => void;
