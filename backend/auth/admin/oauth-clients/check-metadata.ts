import { ServiceError } from '../../../http/service-error.ts';
import { MetadataError } from '../../oauth-server/client-metadata.ts';

/** Checks what an admin says about an application, with faults in the words of the admin API. */
export function checkMetadata<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof MetadataError) throw new ServiceError('validation_failed', 400, error.message);
    throw error;
  }
}
