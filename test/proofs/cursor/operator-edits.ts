import { MembershipsService } from '../../../src/features/memberships/memberships.service.js';
import { OrganizationGrantsService } from '../../../src/features/organizations/organization-grants.service.js';
import { SchoolsService } from '../../../src/features/schools/schools.service.js';
import { SCHOOL_FEATURES } from '../../../src/policy/school-feature.js';
import { HOUR, type EditTools, type NamedEdit } from './edit-tools.js';

/** Commands, imports and the clock. */
export function operatorEdits(tools: EditTools): NamedEdit[] {
  const { t, chance, world, school, parent, organization, name, inHours, asOperator } = tools;
  return [
    ['clock', 3, () => Promise.resolve(t.clock.advance(chance.between(1, 120) * 60_000))],
    ['clock: days', 0.3, () => Promise.resolve(t.clock.advance(chance.between(1, 12) * 24 * HOUR))],
    [
      'feature',
      0.5,
      asOperator(SchoolsService, (schools) =>
        schools.setFeatures(school.id, { [chance.of(SCHOOL_FEATURES)]: chance.is(0.7) }),
      ),
    ],
    [
      'grant',
      0.3,
      asOperator(OrganizationGrantsService, (grants) =>
        grants.add(
          { schoolId: school.id, organization: organization().id, email: parent().email },
          chance.is(0.5) ? new Date(inHours(1, 50)) : null,
        ),
      ),
    ],
    [
      'revoke',
      0.2,
      asOperator(OrganizationGrantsService, (grants) =>
        grants.revoke({ schoolId: school.id, organization: organization().id, email: parent().email }),
      ),
    ],
    [
      'deactivate',
      0.1,
      asOperator(MembershipsService, (members) => members.deactivate(school.id, world.parents[1]!.email)),
    ],
    [
      'reactivate',
      0.3,
      asOperator(MembershipsService, (members) => members.reactivate(school.id, world.parents[1]!.email)),
    ],
    [
      'import',
      0.2,
      () =>
        t.bring(school.id, {
          students: [
            {
              source_id: `s-${chance.between(1, 3)}`,
              first_name: name(),
              last_name: 'Lind',
              graduation_year: chance.between(2028, 2030),
            },
          ],
        }),
    ],
    [
      'import menus',
      0.3,
      () =>
        t.bring(school.id, {
          menus: [
            {
              date: `2026-10-${String(chance.between(1, 30)).padStart(2, '0')}`,
              meal_type: 'lunch',
              items: name(),
            },
          ],
        } as never),
    ],
  ];
}
