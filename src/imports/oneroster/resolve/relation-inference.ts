import type { GuardianRelation } from '../../../features/directory/guardians/guardian-relation.js';
import type { IssueLog, SourceLocation } from '../issue-log.js';
import type { RosterData } from '../parse/roster-data.js';
import type { Assignments } from './assignments.js';
import { isNoGuardian, isStudent, relationOf, staffTitle } from './person.js';
import type { StoredRoster } from './stored-roster.js';

/** `gone`: known, but not to be related to anybody now. */
type Kind = 'student' | 'adult' | 'gone' | 'unknown';

export interface RelationPair {
  /** By student and then by adult: the word of relationships.csv, null when only agents tell of the pair. */
  pairs: Map<string, Map<string, string | null>>;
  /** Pairs that relationships.csv takes back. */
  withdrawn: Set<string>;
  /** Users who name somebody of whom nothing is known. */
  unresolved: Set<string>;
}

const UNKNOWN_AGENT =
  'Nobody has this sourcedId: no relation was made, and a full replacement removes one that was stored.';

export const pairKey = (studentId: string, adultId: string): string => `${studentId}\n${adultId}`;

/** The relations of an export: the union of both directions of agents, and relationships.csv. */
export class RelationInference {
  private readonly found: RelationPair = { pairs: new Map(), withdrawn: new Set(), unresolved: new Set() };
  private readonly storedStudents: Set<string>;
  private readonly storedGuardians: Set<string>;

  constructor(
    private readonly data: RosterData,
    private readonly placements: Assignments,
    stored: StoredRoster,
    private readonly log: IssueLog,
  ) {
    const students = stored.placements.filter((placement) => placement.kind === 'student');
    const linked = stored.guardians.map((guardian) => guardian.studentSourceId);
    this.storedStudents = new Set([...students.map((student) => student.sourceId), ...linked]);
    this.storedGuardians = new Set(stored.guardians.map((guardian) => guardian.sourceId));
  }

  find(): RelationPair {
    for (const { line, active, userId, otherId, role } of this.data.relationships) {
      const place = { file: 'relationships.csv', line };
      if (active) this.relate(userId, otherId, role, place);
      else this.found.withdrawn.add(pairKey(userId, otherId)).add(pairKey(otherId, userId));
    }
    for (const user of this.data.users.values()) {
      if (this.kindOf(user.id) === 'gone') continue;
      for (const agentId of user.agentIds) {
        this.relate(user.id, agentId, null, { file: 'users.csv', line: user.line });
      }
    }
    return this.found;
  }

  /** Relation to a child, by the roles of the adult. */
  relationByRole(adultId: string): GuardianRelation | null {
    const roles = this.placements.roles.get(adultId) ?? [];
    return roles.map(relationOf).find((relation) => relation !== null) ?? null;
  }

  private relate(fromId: string, toId: string, word: string | null, place: SourceLocation): void {
    const from = this.kindOf(fromId);
    const to = this.kindOf(toId);
    if (from === 'gone' || to === 'gone') return;
    if (from === 'unknown' || to === 'unknown') {
      this.found.unresolved.add(fromId);
      const unknown = to === 'unknown' ? toId : fromId;
      this.log.warn(place, 'unknown_agent', unknown, UNKNOWN_AGENT);
    } else if (from === 'student' && to === 'student') {
      this.log.warn(
        place,
        'agent_is_student',
        toId,
        'A student is not a guardian; the relation was skipped.',
      );
    } else if (from === 'adult' && to === 'adult') {
      this.log.warn(
        place,
        'agent_without_student',
        toId,
        'Neither of the two is a student; the relation was skipped.',
      );
    } else if (from === 'student') this.pair(fromId, toId, word, place);
    else this.pair(toId, fromId, word, place);
  }

  private pair(studentId: string, adultId: string, word: string | null, place: SourceLocation): void {
    if (word !== null && isNoGuardian(word)) {
      this.log.warn(place, 'not_a_guardian', word, 'This relation makes no guardian; it was skipped.');
    } else if (word === null && this.isStaffOnly(adultId)) {
      this.log.warn(
        place,
        'agent_not_guardian',
        adultId,
        'A member of staff is not a guardian; the relation was skipped.',
      );
    } else {
      let adults = this.found.pairs.get(studentId);
      if (!adults) this.found.pairs.set(studentId, (adults = new Map<string, string | null>()));
      adults.set(adultId, adults.get(adultId) ?? word);
    }
  }

  /** A member of staff with children at the school has a role of each kind. */
  private isStaffOnly(adultId: string): boolean {
    const roles = this.placements.roles.get(adultId) ?? [];
    return roles.some((role) => staffTitle(role) !== null) && this.relationByRole(adultId) === null;
  }

  private kindOf(userId: string): Kind {
    const user = this.data.users.get(userId);
    if (user && !user.active) return 'gone';
    const roles = this.placements.roles.get(userId);
    if (roles?.some(isStudent)) return 'student';
    if (user) return roles || !this.data.roles.has(userId) ? 'adult' : 'gone';
    if (this.data.unreadUserIds.has(userId)) return 'gone';
    if (this.storedStudents.has(userId)) return 'student';
    return this.storedGuardians.has(userId) ? 'adult' : 'unknown';
  }
}
