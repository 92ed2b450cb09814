import type { Readdressed } from '../../../features/memberships/families.service.js';
import type { SchoolMoves } from '../resolve/moves.js';
import type { SchoolPlan } from '../resolve/roster-plan.js';

/** The import of one school in a run. */
export interface SchoolRun {
  plan: SchoolPlan;
  /** Never archived and never unlinked. */
  unclear: ReadonlySet<string>;
  /** Never unlinked. */
  unreadRelatives: ReadonlySet<string>;
  source: string;
  timeZone: string | undefined;
  /** Percent of the students on the roster before the run; half of their links to guardians may go in any case. */
  archiveLimitPercent: number;
  /** The last year whose graduates have left school. */
  graduatedUpTo: number;
  /** Guardians of this school wait to be invited from now on. */
  noRegistration: boolean;
  /** Whether the export has the student at another school than this one; both as source ids. */
  isPlacedElsewhere: (student: string, school: string) => boolean;
  /** Line of a person's row. */
  lineOf: (sourceId: string) => number;
  /** Gathered here: of whom other schools of the source have to hear when all of the run are written. */
  readdressed: Readdressed[];
}

/** The import of a school, once the refused schools are known. */
export interface AdmittedRun extends SchoolRun {
  moves: SchoolMoves;
  /** By source id of the staff whom the export has at refused schools alone, why they wait: they stay where they are. */
  waitingStaff: ReadonlyMap<string, string>;
}
