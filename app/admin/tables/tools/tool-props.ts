import type { TableDetails } from '../table-data.ts';

/** Of a tool that is open below the buttons. */
export interface ToolProps {
  table: TableDetails;
  /** The table or its rows have changed. */
  onDone(): void;
  onCancel(): void;
}
