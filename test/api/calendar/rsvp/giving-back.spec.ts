import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StoredRsvp } from '../../../../src/features/calendar/rsvp/stored-rsvp.entity.js';
import type { Student } from '../../../../src/features/directory/students/student.entity.js';
import { FamilyRecordsService } from '../../../../src/features/directory/families/family-records.service.js';
import { FamiliesService } from '../../../../src/features/memberships/families.service.js';
import { MembershipsService } from '../../../../src/features/memberships/memberships.service.js';
import { RestrictionsService } from '../../../../src/features/memberships/restrictions.service.js';
import { Transactions } from '../../../../src/platform/transaction/transactions.service.js';
import { rsvpsOfACalendar, type TestRsvps } from '../../../support/rsvp.factory.js';
import type { TestGuardian, TestMember, TestSchool } from '../../../support/school.factory.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { tokenOf } from '../../../support/tokens.js';

let t: TestApp;
let rsvps: TestRsvps;
let school: TestSchool;
let student: Student;
let mother: TestGuardian;
let father: TestGuardian;
let past: string;
let coming: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
/** On 12 September two events, of which one has begun. */
beforeEach(async () => {
  rsvps = await rsvpsOfACalendar(t);
  ({ school } = rsvps.calendar);
  student = await school.student();
  mother = await school.parentOf(student);
  father = await school.parentOf(student, { relation: 'father', firstName: 'Paul' });
  past = await rsvps.anEvent({ starts_at: '2026-09-12T10:00:00Z' });
  coming = await rsvps.anEvent({ rsvp: { by: 'student', capacity: 1 } });
});

const mine = () => ({ student_id: student.id });
const service = <T>(type: abstract new (...given: never[]) => T): T => t.app.get<T>(type, { strict: false });
const yes = async (id: string): Promise<number> => (await rsvps.rsvpOf(id))!.counts.yes;
const counts = async (): Promise<[number, number]> => [await yes(past), await yes(coming)];
const later = async (member: TestMember): Promise<void> => {
  t.clock.moveTo('2026-09-12T12:00:00Z');
  member.token = await tokenOf(t, member);
};
const leave = async (member: TestMember): Promise<void> => {
  const path = `/me/leave-school/${member.membershipId}`;
  expect((await t.api.send('POST', path, { token: member.token })).status).toBe(204);
};

/** The student comes to both, as a guardian has said. */
async function bothAnswered(by: TestGuardian): Promise<void> {
  for (const id of [past, coming]) await rsvps.as(by).say(id, mine());
  expect(await counts()).toEqual([1, 1]);
}

describe('A place of an event that is to come is given back', () => {
  it('when the student is archived, and is free for others at once', async () => {
    await bothAnswered(mother);
    t.clock.moveTo('2026-09-12T12:00:00Z');
    await service(Transactions).run((manager) =>
      service(FamilyRecordsService).archiveGraduated(
        ...([manager, school.id, new Date('2090-01-01T00:00:00Z'), t.clock.now()] as const),
      ),
    );
    expect(await counts()).toEqual([1, 0]);
    const other = await school.student();
    expect(await rsvps.say(coming, { student_id: other.id })).toMatchObject({
      counts: { yes: 1 },
      remaining: 0,
    });
    await t.dataSource.query('update students set archived_at = null where id = $1', [student.id]);
    expect(await counts()).toEqual([1, 1]);
  });

  it('when whoever answered leaves, unless another guardian of the student is there', async () => {
    await bothAnswered(mother);
    await later(mother);
    await leave(mother);
    expect(await counts()).toEqual([1, 1]);
    expect((await rsvps.list(coming)).body.answers).toMatchObject([{ answered_by: 'A former member' }]);
    await rsvps.as({ ...father, token: await tokenOf(t, father) }).say(coming, mine());
    await later(father);
    await leave(father);
    expect(await counts()).toEqual([1, 0]);
  });

  it('when the last guardian leaves, though another one answered who had left before', async () => {
    await bothAnswered(mother);
    await later(mother);
    await leave(mother);
    expect(await counts()).toEqual([1, 1]);
    await later(father);
    await leave(father);
    expect(await counts()).toEqual([1, 0]);
  });

  it('when the last guardian is deactivated, though another one answered who was deactivated before', async () => {
    await bothAnswered(mother);
    t.clock.moveTo('2026-09-12T12:00:00Z');
    const memberships = service(MembershipsService);
    await memberships.deactivate(school.id, mother.email);
    expect(await counts()).toEqual([1, 1]);
    await memberships.deactivate(school.id, father.email);
    expect(await counts()).toEqual([1, 0]);
  });

  it('when whoever answered is deactivated, and stays so when they are back', async () => {
    await bothAnswered(mother);
    t.clock.moveTo('2026-09-12T12:00:00Z');
    const memberships = service(MembershipsService);
    await memberships.deactivate(school.id, father.email);
    expect(await counts()).toEqual([1, 1]);
    await memberships.deactivate(school.id, mother.email);
    expect(await counts()).toEqual([1, 0]);
    await memberships.reactivate(school.id, mother.email);
    expect(await counts()).toEqual([1, 0]);
  });

  it('when whoever answered is taken off the student, and is deactivated with it', async () => {
    await bothAnswered(mother);
    await service(MembershipsService).deactivate(school.id, father.email);
    t.clock.moveTo('2026-09-12T12:00:00Z');
    await service(FamiliesService).unlink(school.id, student.sourceId, { email: mother.email });
    expect(await counts()).toEqual([1, 0]);
  });

  it('and stays with what a manager recorded who is at the school', async () => {
    await rsvps.say(coming, mine());
    await service(MembershipsService).deactivate(school.id, mother.email);
    await service(MembershipsService).deactivate(school.id, father.email);
    expect(await yes(coming)).toBe(1);
  });

  it('and stays with what a manager recorded for a student without a guardian at the school, though they leave', async () => {
    const [manager, other] = [await school.admin(), await school.student()];
    await rsvps.as(manager).say(coming, { student_id: other.id });
    await service(MembershipsService).deactivate(school.id, manager.email);
    expect(await yes(coming)).toBe(1);
  });

  it('when the person is deactivated or leaves who answered for themselves', async () => {
    const id = await rsvps.anEvent({ rsvp: { by: 'person' } });
    await rsvps.as(mother).say(id, {});
    await rsvps.as(father).say(id, {});
    await service(MembershipsService).deactivate(school.id, mother.email);
    expect(await yes(id)).toBe(1);
    await leave(father);
    expect(await yes(id)).toBe(0);
    expect(await t.dataSource.manager.countBy(StoredRsvp, { schoolId: school.id })).toBe(1);
  });

  it('when the school keeps whoever answered and the student apart', async () => {
    await bothAnswered(father);
    t.clock.moveTo('2026-09-12T12:00:00Z');
    const guardian = { schoolId: school.id, student: student.sourceId, guardianId: father.guardianId };
    await service(RestrictionsService).restrict(guardian, {
      ...{ until: null, reason: 'Order of the court', timeZone: 'America/New_York' },
    });
    expect(await counts()).toEqual([1, 0]);
    const seen = (await rsvps.as({ ...mother, token: await tokenOf(t, mother) }).rsvpOf(past))!;
    expect(seen.mine).toMatchObject([{ answer: 'yes', answered_by: 'A former member' }]);
  });

  describe('when it had begun without them, and is put off:', () => {
    const putOff = async (id: string): Promise<number> => {
      const manager = await school.admin();
      manager.token = await tokenOf(t, manager);
      const changes = { starts_at: '2026-09-20T10:00:00Z', ends_at: '2026-09-20T11:00:00Z' };
      const { status, body } = await rsvps.calendar.as(manager).change(id, changes);
      expect(status).toBe(200);
      expect((await rsvps.as(manager).list(id)).body.counts.yes).toBe(body.rsvp.counts.yes);
      return body.rsvp.counts.yes;
    };
    const deactivate = (member: TestMember) =>
      service(MembershipsService).deactivate(school.id, member.email);

    beforeEach(async () => {
      await bothAnswered(father);
      t.clock.moveTo('2026-09-12T12:00:00Z');
    });

    it('an archived student', async () => {
      await t.dataSource.query('update students set archived_at = $2 where id = $1', [
        ...[student.id, t.clock.now()],
      ]);
      expect(await putOff(past)).toBe(0);
    });

    it('the last guardian, and not the first of two', async () => {
      await deactivate(father);
      expect(await putOff(past)).toBe(1);
      const again = await rsvps.anEvent({ starts_at: '2026-09-12T13:00:00Z' });
      await rsvps.say(again, mine());
      await t.dataSource.query('update event_rsvps set answered_by_membership_id = $2 where event_id = $1', [
        ...[again, father.membershipId],
      ]);
      t.clock.moveTo('2026-09-12T14:00:00Z');
      await deactivate(mother);
      expect(await putOff(again)).toBe(0);
    });

    it('a guardian whom the school keeps apart from the student', async () => {
      const guardian = { schoolId: school.id, student: student.sourceId, guardianId: father.guardianId };
      await service(RestrictionsService).restrict(guardian, {
        ...{ until: null, reason: 'Order of the court', timeZone: 'America/New_York' },
      });
      expect(await putOff(past)).toBe(0);
    });

    it('somebody who answered for themselves', async () => {
      const id = await rsvps.anEvent({ starts_at: '2026-09-12T13:00:00Z', rsvp: { by: 'person' } });
      await later(mother);
      await rsvps.as(mother).say(id, {});
      t.clock.moveTo('2026-09-12T14:00:00Z');
      await deactivate(mother);
      expect(await putOff(id)).toBe(0);
    });
  });

  it('and stays with a guardian who answers after the other was kept apart', async () => {
    await rsvps.as(father).say(coming, mine());
    await rsvps.as(mother).say(coming, mine());
    const guardian = { schoolId: school.id, student: student.sourceId, guardianId: father.guardianId };
    await service(RestrictionsService).restrict(guardian, {
      ...{ until: null, reason: 'Order of the court', timeZone: 'America/New_York' },
    });
    expect(await yes(coming)).toBe(1);
  });
});
