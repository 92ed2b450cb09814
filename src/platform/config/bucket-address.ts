/** Whether it is meant to be `s3://bucket/folder`, and no path of this machine. */
export const isBucketAddress = (location: string): boolean => location.startsWith('s3://');

/** Null where it is none. */
export function bucketAndFolder(address: string): { bucket: string; folder: string } | null {
  const [, bucket, folder = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? [];
  if (bucket === undefined) return null;
  const parts = folder.split('/').filter((part) => part !== '');
  return parts.every((part) => /^[A-Za-z0-9!_.*'()-]+$/.test(part))
    ? { bucket, folder: parts.join('/') }
    : null;
}
