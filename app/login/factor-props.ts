import type { Factor } from '@supabase/supabase-js';
import type { Call } from './use-call.ts';

/** Props of the form of each kind of second factor. */
export interface FactorProps {
  factor: Factor;
  call: Call;
  onDone(): Promise<void>;
}
