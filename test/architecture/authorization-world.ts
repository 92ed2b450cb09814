import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { UserSession } from '../../src/features/identity/user-session.entity.js';
import type { Student } from '../../src/features/directory/student.entity.js';
import { Membership } from '../../src/features/memberships/membership.entity.js';
import { ParentPhoto } from '../../src/features/photos/parent-photo.entity.js';
import { StudentPhoto } from '../../src/features/photos/student-photo.entity.js';
import { aPerson, aSchool, type Person, type TestMember, type TestSchool } from '../support/a-school.js';
import type { TestApp } from '../support/test-app.js';
import { claimsOf, resigned, tokenOf } from '../support/tokens.js';
import type { Caller } from './authorization-grid.js';

/** Two schools, their people, and what there is to ask for. */
export interface World {
  schools: TestSchool[];
  tokens: Record<Caller, string | undefined>;
  /** What stands for a path parameter, by the name of the target. */
  ids: Record<string, Record<string, string>>;
}

export async function aWorld(t: TestApp): Promise<World> {
  const [school, otherSchool] = [await aSchool(t), await aSchool(t)];
  const [child, otherChild] = [await school.student(), await school.student({ lastName: 'Ray' })];
  const strangersChild = await otherSchool.student({ lastName: 'Stone' });
  const archived = await school.student({ archivedAt: new Date() });
  const parent = await school.parentOf([child, archived]);
  const otherParent = await school.parentOf(otherChild);
  const stranger = await otherSchool.parentOf(strangersChild);
  const seniorAdmin = await school.admin('senior_admin');
  const outsiders = await outsidersOf(t, school, child);
  await putPhotos(
    t,
    [child, otherChild, strangersChild, archived],
    [parent, otherParent, stranger, outsiders.deactivated],
  );

  const unknown = { invented: randomUUID(), malformed: 'springfield' };
  return {
    schools: [school, otherSchool],
    tokens: {
      ...(await tokensThatAreRefused(t, parent)),
      'no school': outsiders.noSchool.token,
      'deactivated parent': outsiders.deactivated.token,
      'former parent': outsiders.former.token,
      'parent of this family': parent.token,
      'parent of another family': otherParent.token,
      'junior admin': (await school.admin('junior_admin')).token,
      'senior admin': seniorAdmin.token,
      'parent of another school': stranger.token,
      'admin of another school': (await otherSchool.admin('senior_admin')).token,
      'member of two schools': (await otherSchool.parent({}, await school.parent())).token,
    },
    ids: {
      schoolId: { 'this school': school.id, 'another school': otherSchool.id, ...unknown },
      studentId: {
        "this family's": child.id,
        "another family's": otherChild.id,
        "another school's": strangersChild.id,
        archived: archived.id,
        ...unknown,
      },
      parentId: {
        "this family's": parent.membershipId,
        "another family's": otherParent.membershipId,
        "another school's": stranger.membershipId,
        deactivated: outsiders.deactivated.membershipId,
        ...unknown,
      },
      membershipId: {
        "this parent's": parent.membershipId,
        "another parent's": otherParent.membershipId,
        "the senior admin's": seniorAdmin.membershipId,
        "the deactivated parent's": outsiders.deactivated.membershipId,
        "the former parent's": outsiders.former.membershipId,
        ...unknown,
      },
      sessionId: {
        "this parent's": sessionOf(await tokenOf(t, parent)),
        "another parent's": sessionOf(await tokenOf(t, otherParent)),
        ...unknown,
      },
    },
  };
}

/** The rows, one parent to each student: nobody follows the addresses here. */
async function putPhotos(t: TestApp, students: Student[], parents: TestMember[]): Promise<void> {
  const photo = {
    contentType: 'image/jpeg',
    width: 4,
    height: 3,
    sizeBytes: 99,
    updatedAt: new Date(),
  } as const;
  const { manager } = t.dataSource;
  for (const { id, schoolId } of students)
    await manager.insert(StudentPhoto, { studentId: id, schoolId, ...photo });
  for (const [index, { membershipId }] of parents.entries())
    await manager.insert(ParentPhoto, { membershipId, schoolId: students[index]!.schoolId, ...photo });
}

/** All of them of one who would otherwise be let in. */
async function tokensThatAreRefused(t: TestApp, parent: Person) {
  const { privateKey: strangersKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ended = await tokenOf(t, parent);
  await t.dataSource.manager.update(UserSession, { id: sessionOf(ended) }, { revokedAt: new Date() });
  return {
    anonymous: undefined,
    'garbage token': 'garbage',
    'forged token': await resigned(parent.token, strangersKey, {}),
    'expired token': await tokenOf(t, parent, { ttl: -60 }),
    'signed out': ended,
    'second step missing': await tokenOf(t, parent, { secondStepPending: true }),
  };
}

/** Signed in, and in no school: two of them once were guardians of this family. */
async function outsidersOf(t: TestApp, school: TestSchool, child: Student) {
  const deactivated = await school.parentOf(child);
  await school.deactivate(deactivated);
  const former = await school.parentOf(child);
  await t.dataSource.manager.delete(Membership, { id: former.membershipId });
  return { noSchool: await aPerson(t), deactivated, former };
}

const sessionOf = (token: string): string => claimsOf(token).sid as string;
