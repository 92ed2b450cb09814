/** Records of reads are kept for a year: those up to this moment (UTC) are over. */
export function oneYearBefore(now: Date): Date {
  const before = new Date(now);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}
