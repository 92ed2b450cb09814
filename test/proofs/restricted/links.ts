import { ContentImportService } from '../../../src/imports/content/content-import.service.js';
import { MemberAdmissionService } from '../../../src/features/invitations/member-admission.service.js';
import type { Student } from '../../../src/features/directory/students/student.entity.js';
import type { Person, TestMember, TestSchool } from '../../support/school.factory.js';
import type { Operated } from './restricted-family.js';

interface Linking {
  school: TestSchool;
  person: Person;
  children: Student[];
}

/** A way to make Rob a guardian of these children, with an account that is linked to them. */
export type Link = (t: Operated, linking: Linking) => Promise<TestMember>;

const RELATION = 'father' as const;

const onFile = async (
  { school, person: { email }, children }: Linking,
  given: object = {},
): Promise<void> => {
  for (const child of children)
    await school.guardian(child, { firstName: 'Rob', relation: RELATION, email, ...given });
};

const admit = async (t: Operated, { school, person: { email } }: Linking, students: object[] = []) =>
  t.dataSource.transaction((manager) =>
    t.services.get(MemberAdmissionService).admit(manager, {
      ...{ schoolId: school.id, email, role: 'parent', students: students as never },
    }),
  );

async function memberOf(t: Operated, { school, person }: Linking): Promise<TestMember> {
  const [row] = await t.dataSource.query<{ id: string }[]>(
    'select id from memberships where school_id = $1 and user_id = $2 and deactivated_at is null',
    [school.id, person.userId],
  );
  if (!row) throw new Error('Rob is no member');
  return { ...person, membershipId: row.id };
}

export const LINKS: Record<string, Link> = {
  'an import and their address': async (t, linking) => {
    await onFile(linking);
    await admit(t, linking);
    return memberOf(t, linking);
  },
  registration: async (t, linking) => {
    await onFile(linking);
    const { status, text } = await t.api.post('/registration/confirm', { token: linking.person.token });
    if (status !== 200) throw new Error(text);
    return memberOf(t, linking);
  },
  '"membership add --student"': async (t, linking) => {
    await admit(
      t,
      linking,
      linking.children.map(({ id }) => ({ studentId: id, relation: RELATION })),
    );
    return memberOf(t, linking);
  },
  'the members of a content file': async (t, linking) => {
    const students = linking.children.map(({ sourceId }) => ({ source_id: sourceId, relation: RELATION }));
    const { errors } = await t.services.get(ContentImportService).run({
      schoolId: linking.school.id,
      document: { members: [{ email: linking.person.email, role: 'parent', students }] },
    });
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return memberOf(t, linking);
  },
  'a mailbox that is shared with another guardian': async (t, linking) => {
    await onFile(linking, { firstName: 'Rita', relation: 'mother', phone: null, isPrimary: true });
    await onFile(linking, { phone: null });
    await admit(t, linking);
    return memberOf(t, linking);
  },
  'two sources': async (t, linking) => {
    await onFile(linking);
    await onFile(linking, { source: 'oneroster', sourceId: `rob-${linking.school.id}` });
    await admit(t, linking);
    return memberOf(t, linking);
  },
};
