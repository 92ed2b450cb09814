import type { AudienceViewer } from '../../access/audience.js';
import { slipsOutstanding } from '../permission-slips/slips-outstanding.js';
import { pollsOutstanding } from '../polls/polls-outstanding.js';
import { signupsOutstanding } from '../signups/signups-outstanding.js';

/** SQL of what waits for a member: kind, id, school_id, title, student_id and due_at, nothing of a feature that is off. */
type Source = (viewer: AudienceViewer) => string;

/** A new kind is a line here. */
const SOURCES: Source[] = [slipsOutstanding, pollsOutstanding, signupsOutstanding];

export const outstandingFor = (viewer: AudienceViewer): string =>
  SOURCES.map((source) => source(viewer)).join(' union all ');
