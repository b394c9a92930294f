/** Something an author has to repair. `line` counts from 1 in the file. */
export interface Fault {
  line?: number;
  message: string;
}
