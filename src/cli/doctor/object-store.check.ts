import type { Settings } from '../../platform/config/settings.js';
import { ok, type Check } from './check.js';

/** @see Examination */
export async function examineObjectStore({ s3, upstreamTimeoutMs }: Settings): Promise<Check[]> {
  if (!s3) return [ok('S3_BUCKET', 'Objects are kept in DATA_DIR.')];
  // The client of S3 is large, and most commands have no use for it.
  const { examineBucket } = await import('./bucket.check.js');
  return examineBucket(s3, upstreamTimeoutMs);
}
