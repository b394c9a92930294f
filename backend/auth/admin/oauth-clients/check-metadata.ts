import { ServiceError } from '../../../http/service-error.ts';
import { MetadataError } from '../../oauth-server/client-metadata.ts';

/** Checks an application's metadata and reports faults with the admin API's error codes. */
export function checkMetadata<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof MetadataError) throw ServiceError.validationFailed(error.message);
    throw error;
  }
}
