import type { Factor } from '@supabase/supabase-js';
import type { Call } from './use-call.ts';

/** What the form of each kind of second factor is given. */
export interface FactorProps {
  factor: Factor;
  call: Call;
  onDone(): Promise<void>;
}
