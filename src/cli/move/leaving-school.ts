/** A school that is to move. */
export interface LeavingSchool {
  id: string;
  shortName: string;
  name: string;
  /** The system that feeds it; null for a school made by hand. */
  source: string | null;
  /** UTC: when it moved away; null while it is here. */
  movedAt: Date | null;
  /** `LeavingFacts.identity` of where it moved to. */
  movedTo: string | null;
}
