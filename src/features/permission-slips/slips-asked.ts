import type { AudienceViewer } from '../../access/audience.js';
import { ownStudents } from './slip-students.sql.js';
import { isWanted, standings } from './slips-outstanding.js';

/** True for a row of `permission_slips` that asks for a student of the member's, whatever was answered. */
export const isSlipAsking = (slip: string, member: AudienceViewer): string =>
  `exists (select from ${ownStudents(slip, member)})`;

/** True for one that still wants an answer of the member, unless it is closed. */
export const isSlipWaiting = (slip: string, member: AudienceViewer): string =>
  `exists (select from (${standings(slip, member)}) own where ${isWanted('own')})`;
