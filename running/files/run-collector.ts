import type { Run } from '../run.ts';
import type { XmlHandler } from './xml-reader.ts';

/** Takes in a document as it is read; at its end it has the runs, or says why there are none. */
export interface RunCollector extends XmlHandler {
  finish(): Run[];
}
