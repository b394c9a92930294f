import type { Run } from '../run.ts';
import type { XmlHandler } from './xml-reader.ts';

/** Collects a document while it is read; at its end it returns the runs, or throws the reason why there are none. */
export interface RunCollector extends XmlHandler {
  finish(): Run[];
}
