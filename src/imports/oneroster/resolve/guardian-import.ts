import type { ImportedGuardian } from '../../../features/directory/guardians/guardian.columns.js';
import type { GuardianLink } from '../../../features/directory/roster/roster.importer.js';
import type { GuardianRelation } from '../../../features/directory/guardians/guardian-relation.js';
import type { RosterData, UserRow } from '../parse/roster-data.js';
import { GUARDIAN_COLUMNS } from '../../../features/directory/guardians/guardian.columns.js';
import { contentHash } from '../../../platform/database/content-hash.js';
import { pairKey, type RelationPair, type RelationInference } from './relation-inference.js';
import { asCalled, type People, relationOf } from './person.js';
import type { Assignments } from './assignments.js';
import type { StoredGuardian, StoredRoster } from './stored-roster.js';

interface Sources {
  data: RosterData;
  people: People;
  placements: Assignments;
  stored: StoredRoster;
  finder: RelationInference;
}

/** Whether the export has all relations of its students, so that one it does not have is gone. */
export function saysAllRelations({ modes, saysAgents }: RosterData): boolean {
  return (
    modes.users === 'bulk' &&
    modes.relationships !== 'delta' &&
    (saysAgents || modes.relationships === 'bulk')
  );
}

/** The guardians of each school, by its source id. See the decision note on how an export of changes is read. */
export class GuardianImports {
  private readonly relationRows: RelationPair;
  private readonly storedOf: Map<string, StoredGuardian[]>;
  private readonly storedAs: Map<string, StoredGuardian[]>;
  /** Source ids of students by that of their school. */
  private readonly studentsAt = new Map<string, Set<string>>();
  private readonly relatedAdults: Set<string>;

  constructor(private readonly from: Sources) {
    this.relationRows = from.finder.find();
    this.relatedAdults = new Set(this.relationRows.pairs.values().flatMap((adults) => adults.keys()));
    this.storedOf = Map.groupBy(from.stored.guardians, (guardian) => guardian.studentSourceId);
    this.storedAs = Map.groupBy(from.stored.guardians, (guardian) => guardian.sourceId);
    for (const { kind, sourceId, schoolSourceId } of from.stored.placements) {
      if (kind === 'student' && !from.data.users.has(sourceId)) this.addStudent(schoolSourceId, sourceId);
    }
    for (const [schoolId, students] of from.placements.students) {
      for (const studentId of students.keys()) this.addStudent(schoolId, studentId);
    }
  }

  /** Guardians of the students of a school. */
  *guardiansAt(schoolId: string): Generator<ImportedGuardian> {
    for (const studentId of this.studentsAt.get(schoolId) ?? []) yield* this.guardiansOf(studentId);
  }

  /** About how many those are, for whoever waits. */
  countAt(schoolId: string): number {
    const { pairs } = this.relationRows;
    return [...(this.studentsAt.get(schoolId) ?? [])].reduce(
      (sum, id) => sum + (pairs.get(id)?.size ?? 0),
      0,
    );
  }

  /** Links of an export of changes that go, by school. */
  removed(): Map<string, GuardianLink[]> {
    const gone = this.from.stored.guardians.filter((link) =>
      this.isWithdrawn(link.studentSourceId, link.sourceId),
    );
    return Map.groupBy(gone, (link) => link.schoolSourceId);
  }

  isRelated(userId: string): boolean {
    return this.relatedAdults.has(userId) || this.storedAs.has(userId);
  }

  private guardiansOf(studentId: string): ImportedGuardian[] {
    const words = new Map(this.relationRows.pairs.get(studentId));
    for (const { sourceId } of this.storedOf.get(studentId) ?? []) {
      if (!words.has(sourceId) && !this.isWithdrawn(studentId, sourceId)) words.set(sourceId, null);
    }
    return [...words].flatMap(([adultId, word]) => this.guardian(studentId, adultId, word) ?? []);
  }

  private guardian(studentId: string, adultId: string, word: string | null): ImportedGuardian | null {
    const links = this.storedAs.get(adultId) ?? [];
    const link = links.find((other) => other.studentSourceId === studentId);
    const person = this.from.people.find(adultId);
    const isSaid = this.relationRows.pairs.get(studentId)?.has(adultId);
    if (!person) {
      const stored = storedGuardian(studentId, link ?? links[0], word);
      // An adult whom this very export takes from every other child as well has not left.
      const staysElsewhere = links.some((other) => !this.isWithdrawn(other.studentSourceId, adultId));
      if (!stored || (isSaid && !staysElsewhere)) return stored;
      return { ...stored, readFromStored: isSaid ? 'adult' : 'link' };
    }
    const { firstName, lastName, email, phone } = asCalled(person);
    const relation = this.relation(adultId, word, link?.relation ?? null);
    const guardian = { firstName, lastName, email, phone, relation, isPrimary: false };
    return {
      studentSourceId: studentId,
      sourceId: adultId,
      ...guardian,
      ...contentHash(GUARDIAN_COLUMNS, guardian),
      ...(!isSaid && { readFromStored: 'link' }),
    };
  }

  /** A finer relation that is stored is not lost to an export that has only the role. */
  private relation(adultId: string, word: string | null, stored: GuardianRelation | null): GuardianRelation {
    const byRole = this.from.finder.relationByRole(adultId);
    const said = word === null ? null : relationOf(word);
    if (said !== null && said !== 'other') return said;
    if (stored !== null && (byRole === null || FINER.has(stored))) return stored;
    return byRole ?? said ?? 'other';
  }

  /**
   * A person's row that names relations speaks for all of that person's; one that names none is believed only
   * when the other side's row is there too and is silent as well.
   */
  private isWithdrawn(studentId: string, adultId: string): boolean {
    if (this.relationRows.pairs.get(studentId)?.has(adultId)) return false;
    if (this.relationRows.withdrawn.has(pairKey(studentId, adultId))) return true;
    const { users, unreadUserIds, unreadRelatives, saysAgents } = this.from.data;
    const adult = users.get(adultId);
    const student = users.get(studentId);
    if (adult && !adult.active) return true;
    if (!saysAgents || unreadUserIds.has(adultId) || student?.active === false) return false;
    if (unreadRelatives.has(studentId) || unreadRelatives.has(adultId)) return false;
    const bothSilent = student?.agentIds.length === 0 && adult?.agentIds.length === 0;
    return bothSilent || this.speaks(student) || this.speaks(adult);
  }

  private speaks(user: UserRow | undefined): boolean {
    return user !== undefined && user.agentIds.length > 0 && !this.relationRows.unresolved.has(user.id);
  }

  private addStudent(schoolId: string, studentId: string): void {
    const students = this.studentsAt.get(schoolId);
    if (students) students.add(studentId);
    else this.studentsAt.set(schoolId, new Set([studentId]));
  }
}

const FINER = new Set<GuardianRelation>(['mother', 'father', 'stepparent', 'grandparent']);

/** An adult whose row is not in the export, as another of their children has them. */
function storedGuardian(
  studentId: string,
  link: StoredGuardian | undefined,
  word: string | null,
): ImportedGuardian | null {
  if (!link) return null;
  const { schoolSourceId, ...guardian } = link;
  const said = word === null ? null : relationOf(word);
  const imported = { ...guardian, studentSourceId: studentId };
  if (said === null || said === link.relation) return imported;
  const changed = { ...imported, relation: said };
  return { ...changed, ...contentHash(GUARDIAN_COLUMNS, changed) };
}
