import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ParentPhoto } from '../../../src/features/photos/parent-photo.entity.js';
import { StudentPhoto } from '../../../src/features/photos/student-photo.entity.js';
import { aPermissionSlip, SlipClient } from '../../support/permission-slip.factory.js';
import { aSchool } from '../../support/school.factory.js';
import { fullRoster, map, readers, tomorrow } from '../../support/http/readers.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { tokenOf } from '../../support/tokens.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(() => t.clock.moveTo(tomorrow()));

const { read, disclosures, lines, aFamily } = readers(() => t);

describe('A read of one student is recorded', () => {
  it('for what it really showed', async () => {
    const { school, parent, reader, ada } = await aFamily();
    await t.dataSource.query('update students set address_visible = false where id = $1', [ada.id]);
    await read(reader, `/students/${ada.id}`);
    expect(await lines(parent)).toEqual(['getStudent contact parent 1']);
    await t.dataSource.query(`update guardians set profile_visibility = 'name_only' where id = $1`, [
      parent.guardianId,
    ]);
    await read(await school.parent(), `/students/${ada.id}`);
    expect(await lines(parent)).toEqual(['getStudent contact parent 1']);
    await read(await school.admin(), `/students/${ada.id}`);
    expect(await lines(parent)).toEqual([
      'getStudent address senior_admin 1',
      'getStudent contact parent 1',
      'getStudent contact senior_admin 1',
    ]);
  });

  it('not when it is their own: the contact for its guardian, the address for every guardian', async () => {
    const { school, ada, parent } = await aFamily();
    const other = await school.parentOf(ada);
    await read(parent, `/students/${ada.id}`);
    expect(await lines(parent)).toEqual([]);
    expect(await lines(other)).toEqual(['getStudent contact parent 1']);
  });

  it('not when the answer was a 304, a HEAD or an error', async () => {
    const { ada, parent, reader } = await aFamily();
    const { headers } = await read(reader, `/students/${ada.id}`);
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await read(reader, `/students/${ada.id}`, known)).status).toBe(304);
    await fetch(`${t.url}/api/v1/students/${ada.id}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${reader.token}` },
    });
    const stranger = await (await aSchool(t)).admin();
    expect((await read(stranger, `/students/${ada.id}`)).status).toBe(404);
    expect(await lines(parent)).toEqual(['getStudent address parent 1', 'getStudent contact parent 1']);
  });

  it('by whoever sees themselves as others do, for the other guardian', async () => {
    const { school, ada, parent } = await aFamily();
    const other = await school.parentOf(ada);
    await read(other, `/me/as-seen-by-others?schoolId=${school.id}`);
    expect(await lines(parent)).toEqual(['getMyselfAsSeenByOthers contact parent 1']);
    expect(await lines(other)).toEqual([]);
  });
});

describe('A photo that is asked for is recorded', () => {
  async function withPhotos() {
    const { school, ada, parent, reader } = await aFamily();
    const pixels = { width: 1, height: 1, sizeBytes: 1 };
    const image = {
      schoolId: school.id,
      contentType: 'image/png' as const,
      updatedAt: new Date(),
      ...pixels,
    };
    await t.dataSource.manager.insert(StudentPhoto, { ...image, studentId: ada.id });
    await t.dataSource.manager.insert(ParentPhoto, { ...image, membershipId: parent.membershipId });
    const [student, own] = [`/students/${ada.id}`, `/parents/${parent.membershipId}`];
    return { school, ada, parent, reader, paths: [student, own].map((path) => `${path}/photo/download-url`) };
  }

  it('as a contact, to whoever is shown in it and with the operation that says what it was', async () => {
    const { school, parent, reader, paths } = await withPhotos();
    for (const path of paths) expect((await read(reader, path)).status).toBe(200);
    expect((await read(await school.admin(), paths[0]!)).status).toBe(200);
    expect(await lines(parent)).toEqual([
      'getParentPhotoDownloadUrl contact parent 1',
      'getStudentPhotoDownloadUrl contact parent 1',
      'getStudentPhotoDownloadUrl contact senior_admin 1',
    ]);
  });

  it('not when it is their own, nor where there is none, nor where it is refused', async () => {
    const { school, ada, parent, paths } = await withPhotos();
    for (const path of paths) expect((await read(parent, path)).status).toBe(200);
    const outsider = await (await aSchool(t)).admin();
    for (const path of paths) expect((await read(outsider, path)).status).toBe(403);
    await t.dataSource.query('delete from student_photos where student_id = $1', [ada.id]);
    expect((await read(await school.parent(), paths[0]!)).status).toBe(404);
    expect(await lines(parent)).toEqual([]);
  });
});

describe('The document of a response is recorded', () => {
  /** Of two who have signed; the path is that of the first one's. */
  async function signedByBoth() {
    const { school, ada, parent } = await aFamily();
    const other = await school.parentOf(ada);
    const slip = await aPermissionSlip(t, school, { secondGuardianRequired: true });
    const answers = [];
    for (const guardian of [parent, other]) {
      const body = { student_id: ada.id, decision: 'granted' };
      const by = { token: await tokenOf(t, guardian) };
      answers.push(await new SlipClient(t, slip.id).answer(by, body));
    }
    return {
      school,
      parent,
      other,
      path: `/permission-slips/${slip.id}/responses/${answers[0]!.body.id}/pdf`,
    };
  }

  it('for the contact of each who has signed, to an admin and between guardians, not to themselves', async () => {
    const { school, parent, other, path } = await signedByBoth();
    await read(parent, path);
    expect([await lines(parent), await lines(other)]).toEqual([[], ['printSlipResponse contact parent 1']]);
    await read(await school.admin(), path);
    expect([await lines(parent), await lines(other)]).toEqual([
      ['printSlipResponse contact senior_admin 1'],
      ['printSlipResponse contact parent 1', 'printSlipResponse contact senior_admin 1'],
    ]);
  });

  it('not where the account is hidden, nor for a blank form', async () => {
    const { parent, other, path } = await signedByBoth();
    await t.dataSource.query(
      `update guardians set profile_visibility = 'name_only' where membership_id = $1`,
      [parent.membershipId],
    );
    expect((await read(other, path)).status).toBe(200);
    expect((await read(other, path.replace(/responses.*/, 'pdf'))).status).toBe(200);
    expect(await lines(parent)).toEqual([]);
  });
});

describe('A read of the whole school is recorded', () => {
  it('once, for everyone', async () => {
    const { school, reader } = await aFamily();
    for (let student = 0; student < 5; student += 1) await school.parentOf(await school.studentAtHome());
    await read(reader, fullRoster(school));
    await disclosures(reader);
    const rows = await t.dataSource.query('select subject, unmasked from disclosures where school_id = $1', [
      school.id,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('with contact and address for the full roster, with the address for the map, not for the roster', async () => {
    const { school, parent, reader } = await aFamily();
    await read(reader, `/schools/${school.id}/students`);
    expect(await lines(parent)).toEqual([]);
    await read(reader, fullRoster(school));
    await read(reader, map(school));
    expect(await lines(parent)).toEqual([
      'listMapMarkers address parent 1',
      'listStudents address parent 1',
      'listStudents contact parent 1',
    ]);
  });

  it('for the students that a narrowed map shows, and no others', async () => {
    const { school, ada, parent, reader } = await aFamily();
    const neighbour = await school.parentOf(await school.studentAtHome());
    await read(reader, `${map(school)}?starred=yes`);
    expect(await lines(parent)).toEqual([]);
    await t.api.post(`/students/${ada.id}/star`, { token: reader.token });
    await read(reader, `${map(school)}?starred=yes`);
    expect(await lines(parent)).toEqual(['listMapMarkers address parent 1']);
    expect(await lines(neighbour)).toEqual([]);
  });

  it('not for the reader, whose own contact and students it has', async () => {
    const { school, ada, parent } = await aFamily();
    const other = await school.parentOf(ada);
    await read(parent, fullRoster(school));
    await read(parent, map(school));
    expect(await lines(parent)).toEqual([]);
    expect(await lines(other)).toEqual(['listStudents contact parent 1']);
  });

  it('for whom it masked by nothing, and for admins whatever is hidden', async () => {
    const { school, ada, parent, reader } = await aFamily();
    await t.dataSource.query(`update guardians set profile_visibility = 'name_only' where id = $1`, [
      parent.guardianId,
    ]);
    await t.dataSource.query('update students set address_visible = false where id = $1', [ada.id]);
    await read(reader, fullRoster(school));
    expect(await lines(parent)).toEqual([]);
    await read(await school.admin(), fullRoster(school));
    expect(await lines(parent)).toEqual([
      'listStudents address senior_admin 1',
      'listStudents contact senior_admin 1',
    ]);
  });

  it('not for who has neither email nor phone, and no coordinates', async () => {
    const school = await aSchool(t);
    const parent = await school.parentOf(await school.student(), { email: null, phone: null });
    await read(await school.parent(), fullRoster(school));
    expect(await lines(parent)).toEqual([]);
  });

  it('not for who came to the school afterwards, nor for who had left the roster', async () => {
    const { school, reader } = await aFamily();
    const gone = await school.studentAtHome({ archivedAt: t.clock.now() });
    const former = await school.parentOf(gone);
    t.clock.advance(1000);
    await read(reader, fullRoster(school));
    t.clock.advance(1000);
    const createdAt = t.clock.now();
    const newcomer = await school.parentOf(await school.studentAtHome({ createdAt }), { createdAt });
    expect(await lines(former)).toEqual([]);
    expect(await lines(newcomer)).toEqual([]);
  });
});

describe('A read of the whole school, when a family showed and hid itself', () => {
  /** As the product does: the flip, and the record of it. */
  async function flip(what: 'contact' | 'address', id: string, visible: boolean): Promise<void> {
    const [table, column, key, value] =
      what === 'contact'
        ? ['guardians', 'profile_visibility', 'guardian_id', visible ? 'full' : 'name_only']
        : ['students', 'address_visible', 'student_id', visible];
    t.clock.advance(1000);
    await t.dataSource.query(`update ${table} set ${column} = $2 where id = $1`, [id, value]);
    await t.dataSource.query(
      `insert into visibility_changes (school_id, ${key}, visible, changed_at)
       select school_id, id, $2, $3 from ${table} where id = $1`,
      [id, visible, t.clock.now()],
    );
    t.clock.advance(1000);
  }

  it('tells what was so then, within one hour, too', async () => {
    const { school, ada, parent, reader } = await aFamily();
    await read(reader, fullRoster(school));
    await flip('contact', parent.guardianId, false);
    await read(reader, fullRoster(school));
    await read(reader, fullRoster(school));
    expect(await lines(parent)).toEqual(['listStudents address parent 3', 'listStudents contact parent 1']);
    await flip('address', ada.id, false);
    await flip('contact', parent.guardianId, true);
    await read(reader, fullRoster(school));
    expect(await lines(parent)).toEqual(['listStudents address parent 3', 'listStudents contact parent 2']);
  });

  it('tells what was so then, days ago', async () => {
    const { school, parent, reader } = await aFamily();
    const day = async (visible: boolean | null) => {
      t.clock.advance(86_400_000);
      if (visible !== null) await flip('contact', parent.guardianId, visible);
      await read(reader, fullRoster(school));
    };
    await day(null);
    const hiddenFrom = t.clock.now();
    await day(false);
    await day(null);
    await day(true);
    const contact = (await disclosures(parent)).filter(({ subject }) => subject === 'contact');
    expect(contact).toHaveLength(2);
    expect(Date.parse(contact[1].at)).toBeLessThanOrEqual(hiddenFrom.getTime());
  });

  it('takes two changes at one instant for none', async () => {
    const { school, parent, reader } = await aFamily();
    await read(reader, fullRoster(school));
    t.clock.advance(1000);
    const at = t.clock.now();
    for (const visible of [false, true])
      await t.dataSource.query(
        `insert into visibility_changes (school_id, guardian_id, visible, changed_at) values ($1, $2, $3, $4)`,
        [school.id, parent.guardianId, visible, at],
      );
    expect(await lines(parent)).toContain('listStudents contact parent 1');
  });
});
