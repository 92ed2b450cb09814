import { tokenOf } from '../../support/tokens.js';
import { PersonErasureService } from '../../../src/features/person/person-erasure.service.js';
import { FamiliesService } from '../../../src/features/memberships/families.service.js';
import type { TestMember } from '../../support/school.factory.js';
import type { EditTools, NamedEdit } from './edit-tools.js';

const DAY = 24 * 3_600_000;

/** Families that come and go: members, links to students, records of guardians, students on the roster. */
export function familyEdits(tools: EditTools): NamedEdit[] {
  const { t, chance, world, school, parent, student, name, send, asOperator } = tools;
  const bring = (document: Parameters<typeof t.bring>[1]) => t.bring(school.id, document);
  const membershipOf = async (email: string): Promise<string | undefined> => {
    const [row] = await t.dataSource.query<{ id: string }[]>(
      `select m.id from memberships m join users u on u.id = m.user_id where m.school_id = $1 and u.email = $2`,
      [school.id, email],
    );
    return row?.id;
  };
  const leave = async (email: string): Promise<void> => {
    const id = await membershipOf(email);
    if (!id) return;
    const token = await tokenOf(t, { email } as TestMember, { ttl: 60 });
    await send('POST', `/me/leave-school/${id}`, { token });
  };
  const asMember = (email: string) => ({
    members: [
      {
        email,
        role: 'parent' as const,
        students: [{ source_id: student().sourceId, relation: 'guardian' as const }],
      },
    ],
  });
  return [
    [
      'join',
      1,
      async () => {
        const email = `passer-${chance.between(1, 4)}-${world.source}@example.org`;
        await bring(asMember(email));
      },
    ],
    ['leave of a passer-by', 0.8, () => leave(`passer-${chance.between(1, 4)}-${world.source}@example.org`)],
    ['leave', 0.1, () => leave(world.loner.email)],
    [
      'return',
      0.3,
      async () => {
        await bring(asMember(world.loner.email));
        world.loner.membershipId = (await membershipOf(world.loner.email))!;
      },
    ],
    ['link', 0.5, () => bring(asMember(parent().email))],
    [
      'unlink',
      0.3,
      asOperator(FamiliesService, (families) =>
        families.unlink(school.id, student().sourceId, { email: parent().email }),
      ),
    ],
    [
      'erasure',
      0.2,
      asOperator(PersonErasureService, (persons) =>
        persons.erase(`passer-${chance.between(1, 4)}-${world.source}@example.org`),
      ),
    ],
    [
      'a guardian on file',
      1,
      () =>
        bring({
          students: [
            {
              source_id: student().sourceId,
              guardians: [
                {
                  ...{ source_id: `g-${chance.between(1, 3)}`, first_name: 'Gil', last_name: 'Moor' },
                  phone: `+1 212 555 ${chance.between(1_000, 9_999)}`,
                  profile_visibility: chance.of(['full', 'name_only'] as const),
                  ...(chance.is(0.2) && { first_name: name() }),
                },
              ],
            },
          ],
        }),
    ],
    [
      'a student',
      1,
      () =>
        bring({
          students: [
            {
              source_id: student().sourceId,
              ...chance.of([
                { phone: `+1 212 555 ${chance.between(1_000, 9_999)}` },
                { preferred_name: name() },
                { graduation_year: chance.between(2028, 2030) },
                { address_visible: chance.is(0.5) },
                { address: { line1: name(), city: 'Springfield', country: 'US' } },
              ]),
            },
          ],
        }),
    ],
    [
      'archive a student',
      1,
      () => bring({ students: [{ source_id: student().sourceId, archived: chance.is(0.3) }] }),
    ],
    [
      'graduates',
      0.03,
      asOperator(FamiliesService, (families) =>
        families.archiveGraduated(
          school.id,
          new Date(Date.parse('2028-09-01') + chance.between(0, 1) * 366 * DAY),
        ),
      ),
    ],
  ];
}
