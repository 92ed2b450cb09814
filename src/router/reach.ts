/** Which of the cells of a person carry out a request about themselves, where they have more than one. */
export type Reach =
  /** What they choose for all their schools, or end. */
  | 'every cell'
  /** What is named by an id that one of them has. */
  | 'whichever has it'
  | 'one cell';

const SELF = /^\/api\/v\d+\/(?:me|auth)(?:\/|$)/;
const CHOICES = /\/(?:me\/(?:contact|profile-visibility|address-visibility)|auth\/revoke)$/;
const PHOTO = /\/me\/photo$/;
const BY_ID = /\/me\/(?:leave-school|confirmation|sessions)\/[^/]+$/;

/** Null for what is not about themselves: such an item is looked for in each of their cells. */
export function reachOf(method: string, path: string): Reach | null {
  if (!SELF.test(path)) return null;
  if (BY_ID.test(path)) return 'whichever has it';
  const isChoice = CHOICES.test(path) && method !== 'GET' && method !== 'HEAD';
  return isChoice || (PHOTO.test(path) && method === 'DELETE') ? 'every cell' : 'one cell';
}
