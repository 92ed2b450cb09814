import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { PermissionSlip } from '../../../src/features/permission-slips/permission-slip.entity.js';
import { anOrganization } from '../../support/organization.factory.js';
import {
  aPermissionSlip,
  aSignatureInput,
  aSlipQuestion,
  SlipClient,
} from '../../support/permission-slip.factory.js';
import { aSchool, type TestSchool } from '../../support/school.factory.js';
import { expectError } from '../../support/errors.js';
import { HAS_PDF_READER, letters, textOf } from '../../support/files/pdf-reader.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let t: TestApp;
let school: TestSchool;
beforeAll(async () => {
  t = await startTestApp();
  school = await aSchool(t, { name: 'Lincoln School', timeZone: 'Europe/Berlin' });
});
afterAll(() => t.close());

interface Printed {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** The bytes, which the client of the other tests takes for text. */
async function print({ token }: { token: string }, path: string): Promise<Printed> {
  const response = await fetch(`${t.url}/api/v1/permission-slips/${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Two guardians, and an answer of the mother to an open and to a private question. */
async function anAnsweredSlip(given: Partial<PermissionSlip> = {}) {
  const ana = await school.student({ firstName: 'Ana', lastName: 'Núñez' });
  const [mother, father] = [await school.parentOf(ana), await school.parentOf(ana, { relation: 'father' })];
  const slip = await aPermissionSlip(t, school, given);
  const client = new SlipClient(t, slip.id);
  const open = await aSlipQuestion(t, slip, { text: 'Who collects?' });
  const secret = await aSlipQuestion(t, slip, { text: 'Anything medical?', private: true });
  const body = {
    student_id: ana.id,
    decision: 'granted',
    signature: aSignatureInput(),
    answers: [
      { question_id: open.id, text: 'Grandfather' },
      { question_id: secret.id, text: 'Asthma' },
    ],
  };
  const { body: response } = await client.answer(mother, body);
  return { ana, mother, father, slip, client, body, path: `${slip.id}/responses/${response.id}/pdf` };
}

describe('The document of a response', () => {
  it('opens for nobody but the guardians and managers', async () => {
    const { slip, mother, path } = await anAnsweredSlip();
    const outsiders = [
      await school.parent(),
      await school.parentOf(await school.student()),
      await (await aSchool(t)).admin(),
    ];
    for (const { token } of outsiders)
      expectError(await t.api.get(`/permission-slips/${path}`, { token }), 404, 'not_found');
    for (const id of [randomUUID(), 'mine'])
      expectError(
        await t.api.get(`/permission-slips/${slip.id}/responses/${id}/pdf`, { token: mother.token }),
        404,
        'not_found',
      );
    const other = await aPermissionSlip(t, school);
    expect((await print(mother, path.replace(slip.id, other.id))).status).toBe(404);
  });

  it('goes with the slip, but for managers', async () => {
    const { slip, mother, path } = await anAnsweredSlip();
    await t.dataSource.manager.update(PermissionSlip, { id: slip.id }, { visibleUntil: t.clock.now() });
    expect((await print(mother, path)).status).toBe(404);
    expect((await print(await school.admin(), path)).status).toBe(200);
  });

  it('comes to be shown and not to be kept, with a name made of slip and student', async () => {
    const { mother, path } = await anAnsweredSlip();
    const { status, headers, bytes } = await print(mother, path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    expect(headers.get('content-disposition')).toMatch(
      /^inline; filename=permission-slip-museum-trip-ana-nunez\.pdf; filename\*=/,
    );
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('comes out the same twice at one moment', async () => {
    const { mother, path } = await anAnsweredSlip();
    t.clock.stopAt(t.clock.now().toISOString());
    const [first, second] = [await print(mother, path), await print(mother, path)];
    t.clock.moveTo(new Date().toISOString());
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });

  (HAS_PDF_READER ? it : it.skip)('says what was answered, and to whom it may', async () => {
    const { mother, father, path, client, body } = await anAnsweredSlip({
      secondGuardianRequired: true,
    });
    const read = async (who: { token: string }): Promise<string> =>
      letters(textOf((await print(who, path)).bytes));
    const own = await read(mother);
    for (const text of [
      'Lincoln School',
      'Museum trip',
      'Ana Núñez',
      'We leave at 8:30.',
      'Grandfather',
      'Asthma',
      'Relation mother',
    ])
      expect(own).toContain(letters(text));
    expect(own).toContain(mother.email);
    expect(await read(await school.admin())).toContain('Asthma');
    expect(await read(father)).not.toContain('Asthma');
    await client.answer(father, { ...body, signature: aSignatureInput({ full_name: 'Pablo Núñez' }) });
    expect(await read(mother)).toContain(letters('Pablo Núñez'));
  });

  (HAS_PDF_READER ? it : it.skip)('hides the account of a guardian who shows their name only', async () => {
    const { mother, father, path } = await anAnsweredSlip();
    await t.dataSource.query(
      `update guardians set profile_visibility = 'name_only' where membership_id = $1`,
      [mother.membershipId],
    );
    expect(textOf((await print(father, path)).bytes)).not.toContain(mother.email);
    expect(textOf((await print(mother, path)).bytes)).toContain(mother.email);
  });

  (HAS_PDF_READER ? it : it.skip)('lists what was answered before, by whomever', async () => {
    const { mother, father, client, slip, body } = await anAnsweredSlip();
    const signature = aSignatureInput({ full_name: 'Pablo Núñez' });
    const { body: no } = await client.answer(father, { ...body, decision: 'declined', signature });
    expectError(await client.answer(mother, body), 409, 'conflict', 'declined_by_other_guardian');
    await client.withdraw(father, no.id);
    const { status, body: yes } = await client.answer(mother, body);
    expect([status, yes.revision]).toEqual([201, 3]);
    const text = letters(textOf((await print(mother, `${slip.id}/responses/${yes.id}/pdf`)).bytes));
    expect(text).toContain(letters('Pablo Núñez'));
  });
});

/** The father's two children, of whom the mother has one, and what both answer for their families. */
async function aSharedChild(given: Partial<PermissionSlip> = {}) {
  const ana = await school.student({ firstName: 'Ana', lastName: 'Núñez' });
  const leo = await school.student({ firstName: 'Leo', lastName: 'Núñez' });
  const father = await school.parentOf([ana, leo], { relation: 'father' });
  const mother = await school.parentOf(leo);
  const slip = await aPermissionSlip(t, school, { answerPer: 'family', ...given });
  const client = new SlipClient(t, slip.id);
  const answer = async (who: { token: string }, full_name: string, decision = 'granted') => {
    const { body } = await client.answer(who, { decision, signature: aSignatureInput({ full_name }) });
    return `${slip.id}/responses/${body.id}/pdf`;
  };
  return { father, mother, answer };
}

const read = async (who: { token: string }, path: string): Promise<string> =>
  letters(textOf((await print(who, path)).bytes));

const describeRead = HAS_PDF_READER ? describe : describe.skip;

describeRead('The document of an answer for a family', () => {
  const [SECOND, AWAITED] = ['Second signature', 'has not signed yet'].map(letters) as [string, string];
  const [ANA, LEO] = ['Ana Núñez', 'Leo Núñez'].map(letters) as [string, string];

  it('says nothing of a student for whom another guardian has declined, nor that they signed as well', async () => {
    const { father, mother, answer } = await aSharedChild();
    const yes = await answer(father, 'Pablo Núñez');
    const no = await answer(mother, 'Carla Ruiz', 'declined');
    const granted = await read(father, yes);
    expect(granted).toContain(ANA);
    for (const hidden of [LEO, SECOND, letters('Carla Ruiz')]) expect(granted).not.toContain(hidden);
    const declined = await read(mother, no);
    expect(declined).toContain(LEO);
    for (const hidden of [ANA, SECOND]) expect(declined).not.toContain(hidden);
    // What the father has granted for him is an earlier revision.
    expect(declined).toContain(letters('Pablo Núñez'));
    expect((await print(mother, yes)).status).toBe(404);
  });

  it('awaits the second signature until all have one', async () => {
    const { father, mother, answer } = await aSharedChild({ secondGuardianRequired: true });
    const first = await answer(father, 'Pablo Núñez');
    const second = await answer(mother, 'Carla Ruiz');
    const ofBoth = await read(father, first);
    for (const shown of [ANA, LEO, AWAITED]) expect(ofBoth).toContain(shown);
    expect(ofBoth).not.toContain(letters('Carla Ruiz'));
    const ofOne = await read(mother, second);
    for (const shown of [LEO, SECOND, letters('Pablo Núñez')]) expect(ofOne).toContain(shown);
  });

  it('names nobody to another guardian whom they are not linked to', async () => {
    const { father, mother, answer } = await aSharedChild();
    const path = await answer(father, 'Pablo Núñez');
    for (const who of [father, await school.admin()]) expect(await read(who, path)).toContain(ANA);
    const shared = await read(mother, path);
    expect(shared).toContain(LEO);
    expect(shared).not.toContain(ANA);
    const { headers } = await print(mother, path);
    expect(headers.get('content-disposition')).not.toContain('ana');
  });
});

describe('A blank form', () => {
  it('opens for whoever the slip is for, and for their own students', async () => {
    const { slip, ana, mother } = await anAnsweredSlip();
    const stranger = await school.parent();
    expect((await print(stranger, `${slip.id}/pdf`)).status).toBe(200);
    for (const id of [ana.id, randomUUID(), 'ana'])
      expect((await print(stranger, `${slip.id}/pdf?studentId=${id}`)).status).toBe(404);
    const { status, headers } = await print(mother, `${slip.id}/pdf?studentId=${ana.id}`);
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('permission-slip-museum-trip-ana-nunez.pdf'),
    ]);
    expect((await print(await school.admin(), `${slip.id}/pdf?studentId=${ana.id}`)).status).toBe(200);
  });

  it('hides with the slip', async () => {
    const slip = await aPermissionSlip(t, school, { audienceType: 'admins' });
    expect((await print(await school.parent(), `${slip.id}/pdf`)).status).toBe(404);
  });

  (HAS_PDF_READER ? it : it.skip)('asks and says nothing of what was answered', async () => {
    const { slip, ana, father } = await anAnsweredSlip();
    const { bytes } = await print(father, `${slip.id}/pdf?studentId=${ana.id}`);
    const text = letters(textOf(bytes));
    for (const shown of ['Ana Núñez', 'Who collects?', 'I allow my child'])
      expect(text).toContain(letters(shown));
    expect(text).not.toContain('Grandfather');
  });
});

(HAS_PDF_READER ? describe : describe.skip)('The name in the records', () => {
  it('stands below the other one, for the own guardians and admins alone', async () => {
    const ana = await school.student({ firstName: 'Anastasia', preferredName: 'Ana', lastName: 'Núñez' });
    const [mother, editor] = [await school.parentOf(ana), await school.parent()];
    const team = await anOrganization(t, school);
    await team.enroll(ana);
    await team.addParent(mother);
    await team.grant(editor);
    const slip = await aPermissionSlip(t, school, {
      organizationId: team.id,
      audienceType: 'organizations',
      audienceOrganizationIds: [team.id],
    });
    const { body } = await new SlipClient(t, slip.id).answer(mother, {
      student_id: ana.id,
      decision: 'granted',
      signature: aSignatureInput(),
      answers: [],
    });
    for (const path of [`${slip.id}/responses/${body.id}/pdf`, `${slip.id}/pdf?studentId=${ana.id}`]) {
      for (const who of [mother, await school.admin()])
        expect(await lettersOf(who, path)).toContain(letters('Anastasia Núñez in the school’s records'));
      const managed = await lettersOf(editor, path);
      expect(managed).toContain(letters('Ana Núñez'));
      expect(managed).not.toContain('Anastasia');
    }
  });
});

const lettersOf = async (who: { token: string }, path: string): Promise<string> =>
  letters(textOf((await print(who, path)).bytes));
