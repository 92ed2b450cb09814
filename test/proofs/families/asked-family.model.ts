/**
 * What a plain head expects of a family that is asked: who may answer for which child, whose answers count, and who has still to
 * confirm what is on file.
 */

export const ADULTS = ['Ada', 'Bo'] as const;
export type Adult = (typeof ADULTS)[number];
/** Two children of both, and one of Bo alone. */
export const CHILDREN = ['k1', 'k2', 'half'] as const;
export type Child = (typeof CHILDREN)[number];
/** Asked for each child; for each child, with one place and a last moment; for each person. */
export const EVENTS = ['open', 'narrow', 'adults'] as const;
export type AskedEvent = (typeof EVENTS)[number];
export type Answer = 'yes' | 'no' | 'maybe';
type Way = 'API' | 'mail';

export type Step =
  | { kind: 'restrict' | 'unrestrict'; adult: Adult; child: Child }
  | { kind: 'archive' | 'return'; child: Child }
  | { kind: 'deactivate' | 'reactivate'; adult: Adult }
  | { kind: 'confirm'; adult: Adult }
  | { kind: 'open' | 'close' }
  | { kind: 'answer'; adult: Adult; child: Child; event: AskedEvent; answer: Answer; way: Way };

const isParent = (adult: Adult, child: Child): boolean => adult === 'Bo' || child !== 'half';
const key = (...parts: string[]): string => parts.join('/');

export class AskedFamilyModel {
  private readonly apart = new Set<string>();
  private readonly archived = new Set<Child>();
  private readonly out = new Set<Adult>();
  /** By event and child or adult. */
  private readonly answers = new Map<string, { answer: Answer; by: Adult }>();
  private readonly confirmed = new Set<Adult>();
  isAsking = false;

  isOut(adult: Adult): boolean {
    return this.out.has(adult);
  }

  isArchived(child: Child): boolean {
    return this.archived.has(child);
  }

  isApart(adult: Adult, child: Child): boolean {
    return this.apart.has(key(adult, child));
  }

  isKnown = isParent;

  /** Children for whom the adult speaks. */
  family(adult: Adult): Child[] {
    if (this.isOut(adult)) return [];
    return CHILDREN.filter(
      (child) => isParent(adult, child) && !this.isArchived(child) && !this.isApart(adult, child),
    );
  }

  restrict(adult: Adult, child: Child): void {
    this.apart.add(key(adult, child));
    this.drop((subject, { by }) => subject === child && by === adult);
  }

  unrestrict(adult: Adult, child: Child): void {
    this.apart.delete(key(adult, child));
  }

  archive(child: Child): void {
    this.archived.add(child);
    this.drop((subject) => subject === child);
  }

  comeBack(child: Child): void {
    this.archived.delete(child);
  }

  /** Their own place is given back, and that of a child for whom nobody else is there. */
  deactivate(adult: Adult): void {
    const own = this.family(adult);
    this.out.add(adult);
    const isAlone = (child: Child): boolean => ADULTS.every((other) => !this.family(other).includes(child));
    this.drop(
      (subject, { by }) =>
        subject === adult || (by === adult && own.includes(subject as Child) && isAlone(subject as Child)),
    );
  }

  reactivate(adult: Adult): void {
    this.out.delete(adult);
  }

  /** @returns the status that the API answers with */
  answer(adult: Adult, child: Child, event: AskedEvent, answer: Answer): number {
    if (this.isOut(adult)) return 403;
    if (event === 'adults') return this.put(event, [adult], { answer, by: adult });
    if (this.isApart(adult, child)) return 403;
    if (this.isArchived(child)) return 404;
    if (!isParent(adult, child)) return 403;
    return this.put(event, [child], { answer, by: adult });
  }

  /** Whoever has one child is not asked for whom. */
  answerByMail(adult: Adult, child: Child, event: AskedEvent, answer: Answer): void {
    if (this.isOut(adult)) return;
    if (event === 'adults') return void this.put(event, [adult], { answer, by: adult });
    const own = this.family(adult);
    const chosen = own.length === 1 ? own : own.filter((one) => one === child);
    this.put(event, chosen, { answer, by: adult });
  }

  open(): void {
    this.isAsking = true;
    this.confirmed.clear();
  }

  close(): void {
    this.isAsking = false;
  }

  confirm(adult: Adult): number {
    if (this.family(adult).length === 0) return 404;
    if (!this.isAsking) return 409;
    this.confirmed.add(adult);
    return 204;
  }

  mine(adult: Adult, event: AskedEvent): string[] {
    const subjects = event === 'adults' ? [adult] : this.family(adult);
    return subjects.map((subject) => `${subject}: ${this.answers.get(key(event, subject))?.answer ?? '-'}`);
  }

  counts(event: AskedEvent): Record<Answer, number> {
    const counts = { yes: 0, no: 0, maybe: 0 };
    for (const [at, { answer }] of this.answers) if (at.startsWith(`${event}/`)) counts[answer] += 1;
    return counts;
  }

  outstanding(adult: Adult): string[] {
    if (this.isOut(adult)) return [];
    const family = this.family(adult);
    const owed = family.filter((child) => !this.answers.has(key('narrow', child)));
    const isAsked = this.isAsking && family.length > 0 && !this.confirmed.has(adult);
    return [...(isAsked ? ['confirmation'] : []), ...owed.map((child) => `event_rsvp ${child}`)].sort();
  }

  /** Of the open round, as an admin reads it. */
  people(): string[] {
    return ADULTS.filter((adult) => this.family(adult).length > 0).map(
      (adult) => `${adult}: ${this.confirmed.has(adult) ? 'confirmed' : 'asked'}`,
    );
  }

  private put(event: AskedEvent, subjects: string[], given: { answer: Answer; by: Adult }): number {
    const [subject] = subjects;
    if (subject === undefined) return 400;
    const at = key(event, subject);
    const isNew = given.answer === 'yes' && this.answers.get(at)?.answer !== 'yes';
    if (event === 'narrow' && isNew && this.counts(event).yes >= 1) return 409;
    const before = this.answers.get(at);
    // The same answer by somebody else is theirs from now on.
    if (before?.answer !== given.answer || before.by !== given.by) this.answers.set(at, given);
    return 200;
  }

  private drop(isEnded: (subject: string, given: { answer: Answer; by: Adult }) => boolean): void {
    for (const [at, given] of this.answers) if (isEnded(at.split('/')[1]!, given)) this.answers.delete(at);
  }
}
