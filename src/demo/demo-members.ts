import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { SCHOOL_FACTS } from './demo-schools.js';
import type { StudentInput } from './demo-students.js';
import type { Adult, Child } from './family.js';

type MemberInput = NonNullable<ContentFile['members']>[number];

/** Those who run the school, and the guardians who have registered. */
export function memberEntries(
  children: Child[],
  students: StudentInput[],
  admins: (typeof SCHOOL_FACTS)[string]['admins'],
): MemberInput[] {
  return [
    ...Object.entries(admins).map(([email, { role, first_name, last_name }]) => ({
      email,
      role,
      first_name,
      last_name,
    })),
    ...parentEntries(children, students),
  ];
}

function parentEntries(children: Child[], students: StudentInput[]): MemberInput[] {
  const links = new Map<Adult, NonNullable<MemberInput['students']>>();
  for (const [at, child] of children.entries()) {
    const { source_id } = students[at]!;
    for (const { adult, relation } of child.guardians) {
      links.set(adult, [...(links.get(adult) ?? []), { source_id, relation }]);
    }
  }
  return [...links]
    .filter(([adult]) => adult.registered && adult.email !== null)
    .map(([adult, linked]) => ({
      email: adult.email!,
      role: 'parent' as const,
      first_name: adult.firstName,
      last_name: adult.lastName,
      phone: adult.phone,
      profile_visibility: adult.visibility,
      deactivated: adult.deactivated,
      students: linked,
    }));
}
