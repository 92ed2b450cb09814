/** Where a watch leads to. */
export interface Place {
  schoolId: string;
  /** Bare address. */
  siteUrl: string;
  /** What links begin with. */
  appUrl: string;
}
