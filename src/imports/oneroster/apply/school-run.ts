import type { Readdressed } from '../../../features/memberships/families.service.js';
import type { SchoolMoves } from '../resolve/moves.js';
import type { SchoolPlan } from '../resolve/roster-plan.js';

/** What is to be done with one school of a run. */
export interface SchoolRun {
  plan: SchoolPlan;
  /** Never archived and never unlinked. */
  unclear: ReadonlySet<string>;
  /** Never unlinked. */
  unreadRelatives: ReadonlySet<string>;
  source: string;
  timeZone: string | undefined;
  /** Of the students on the roster before the run; of their links to guardians half may go in any case. */
  archiveLimitPercent: number;
  /** The last year whose graduates have left school. */
  graduatedUpTo: number;
  /** Guardians of this school wait to be invited from now on. */
  noRegistration: boolean;
  /** Whether the export has the student at another school than this one; both as source ids. */
  isPlacedElsewhere: (student: string, school: string) => boolean;
  /** Of a person's row. */
  lineOf: (sourceId: string) => number;
  /** Gathered here: of whom other schools of the source have to hear when all of the run are written. */
  readdressed: Readdressed[];
}

/** The same once it is known which schools are refused. */
export interface AdmittedRun extends SchoolRun {
  moves: SchoolMoves;
  /** By source id of the staff whom the export has at refused schools alone, why they wait: they stay where they are. */
  waitingStaff: ReadonlyMap<string, string>;
}
