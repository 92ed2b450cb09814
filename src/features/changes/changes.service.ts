import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { DAY_MS } from '../../platform/database/retention.js';
import type { Member } from '../../platform/auth/caller.js';
import {
  type ChangeForMember,
  type JournalPoint,
  JournalReading,
} from '../../platform/journal/journal-reading.service.js';
import { allFlags, type SchoolFeature } from '../../policy/school-feature.js';
import { CallerAccessRepository } from './caller-access.repository.js';
import { StaleCursorError } from './changes.errors.js';
import type { ChangeCursor, OpenPart } from './change-cursor.js';
import type { Changes } from './changes.dto.js';
import { CursorSeal } from './cursor-seal.service.js';
import { inOrder, type NumberedChange, VisibleChanges } from './visible-changes.service.js';
import { isStaleAfter, journaledChanges } from './touched-items.js';

/** Days for which a cursor is good: as long as rows of the journal are kept. */
const DAYS = 30;
/** Rows of the journal that are looked at for one answer. */
const MAX_ROWS = 2_000;
/** Items of one answer. */
const MAX_CHANGES = 1_000;

/** What has changed in a school since a cursor, as the caller may see it. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly seal: CursorSeal,
    private readonly access: CallerAccessRepository,
    private readonly journal: JournalReading,
    private readonly visible: VisibleChanges,
    private readonly clock: Clock,
  ) {}

  /** @throws StaleCursorError the cursor is none of the caller's, too old, or the caller is another one to the school since, or is kept apart from a student */
  async list(member: Member, since: string | undefined): Promise<Changes> {
    // What is hidden from them changes as well, and an item that is named when it does tells when: they read all anew each time.
    if (since && member.restrictedStudentIds.length > 0) throw new StaleCursorError();
    const now = this.clock.now();
    const caller = await this.access.findDigest(member, now);
    const head = await this.journal.findHead(member.schoolId);
    const present = { ...whatIsOff(member), caller, position: head, moment: now.getTime() };
    if (!since) return this.answer(member, [], { ...present, rowsUntil: present.moment, open: null }, false);
    const cursor = await this.openCursor(member, since, { caller, head, now });
    return this.tell(member, cursor, head, now);
  }

  private async openCursor(
    member: Member,
    since: string,
    { caller, head, now }: { caller: string; head: JournalPoint; now: Date },
  ): Promise<ChangeCursor> {
    const cursor = this.seal.open(member, since);
    const isTooOld = cursor.moment <= now.getTime() - DAYS * DAY_MS;
    if (isTooOld || cursor.caller !== caller) throw new StaleCursorError();
    if (!(await this.journal.hasBeenAt(member.schoolId, cursor.position, head))) throw new StaleCursorError();
    return cursor;
  }

  private async tell(caller: Member, cursor: ChangeCursor, head: JournalPoint, now: Date): Promise<Changes> {
    const { position, open } = cursor;
    const rows = await this.journal.readForMember(caller, {
      after: position.sequence,
      until: open?.until.sequence ?? head.sequence,
      limit: MAX_ROWS,
    });
    if (rows.some((row) => isStaleAfter(row, caller.membershipId))) throw new StaleCursorError();
    const member = await this.withFeaturesOf(caller, rows);
    const part = open ?? partOf(rows, cursor, head, now);
    const found = await this.visible.find(
      {
        ...{ member, cursor, now, sequence: part.until.sequence },
        until: part.isCut ? null : new Date(part.moment),
      },
      journaledChanges(rows, member.membershipId),
    );
    const rest = open ? found.filter((one) => inOrder(one, open.told) > 0) : found;
    const page = rest.slice(0, MAX_CHANGES);
    if (page.length < rest.length)
      return this.answer(member, page, { ...cursor, open: { ...part, told: page.at(-1)! } }, true);
    const rowsUntil = Math.max(cursor.rowsUntil, rows.at(-1)?.at.getTime() ?? 0);
    const { until, moment, isCut } = part;
    const next = { ...cursor, ...whatIsOff(member), position: until, moment, rowsUntil, open: null };
    return this.answer(member, page, next, isCut);
  }

  /** Toggles that the rows tell of may have been set after the request was let in: what was off then may be on now. */
  private async withFeaturesOf(member: Member, rows: ChangeForMember[]): Promise<Member> {
    if (!rows.some(({ kind }) => kind === 'features.changed')) return member;
    return { ...member, features: await this.access.findFeatures(member) };
  }

  private answer(member: Member, page: NumberedChange[], cursor: ChangeCursor, more: boolean): Changes {
    const changes = page.map(({ type, id, change }) => ({ type, id, change }));
    return { changes, cursor: this.seal.seal(member, cursor), more };
  }
}

/** The part that the rows make; time goes on only behind the last row. */
function partOf(
  rows: ChangeForMember[],
  cursor: ChangeCursor,
  head: JournalPoint,
  now: Date,
): Omit<OpenPart, 'told'> {
  const isCut = rows.length === MAX_ROWS;
  if (!isCut) return { until: head, moment: Math.max(cursor.moment, now.getTime()), isCut };
  const { sequence } = rows.at(-1)!;
  return { until: { sequence, transactionId: null }, moment: cursor.moment, isCut };
}

const whatIsOff = ({ features }: Member): { off: SchoolFeature[] } => ({
  off: Object.entries(allFlags(features)).flatMap(([name, isOn]) => (isOn ? [] : [name as SchoolFeature])),
});
