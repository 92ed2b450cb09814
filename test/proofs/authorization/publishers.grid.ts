import { grid, gridBut } from './grid.js';
import type { Operation } from './matrix.table.js';

/** Who publishes for an organization of the school: admins, and editors with a live grant on it. */
export const PUBLISHERS = grid(`
                                                                            | this school | another school | invented | malformed
  anonymous, garbage token, forged token, expired token, signed out         | 401         | 401            | 401      | 401
  second step missing                                                       | mfa         | mfa            | mfa      | mfa
  no school, deactivated parent, former parent                              | 403         | 403            | 403      | 403
  parent of this family, parent of another family                           | role        | 403            | 403      | 403
  editor not started, editor expired, editor revoked                        | role        | 403            | 403      | 403
  editor of another organization                                            | no          | 403            | 403      | 403
  editor, junior admin, senior admin                                        | ok          | 403            | 403      | 403
  parent of another school                                                  | 403         | role           | 403      | 403
  admin of another school                                                   | 403         | ok             | 403      | 403
  member of two schools                                                     | role        | role           | 403      | 403
`);

/** Who speaks to others than the organization: an editor does not (contract section 0.3). */
const SPEAKERS_TO_ALL = gridBut(
  PUBLISHERS,
  `
  editor                                                                    | no          | 403            | 403      | 403`,
);

const AUDIENCES: Record<string, (ids: Ids, target: string) => object> = {
  'to the school': () => ({ type: 'school' }),
  'to a year': () => ({ type: 'graduation_years', graduation_years: [2030] }),
  'to the admins': () => ({ type: 'admins' }),
  // In the other school that is its own.
  'to another organization': (ids, target) => ({
    type: 'organizations',
    organization_ids: [
      ids.organizationId![target === 'another school' ? "another school's" : 'another organization'],
    ],
  }),
};

type Ids = Parameters<Extract<Operation['body'], (...parameters: never[]) => unknown>>[0];

/**
 * The creation of an item with each audience beyond its organization: the words after the path tell them apart.
 * @param create the same for the organization alone
 */
export const addressedBeyond = (name: string, create: Operation): Record<string, Operation> =>
  Object.fromEntries(
    Object.entries(AUDIENCES).map(([words, audience]) => [
      `${name} ${words}`,
      {
        ...create,
        access: SPEAKERS_TO_ALL,
        body: (ids: Ids, target: string) => ({
          ...(create.body as (ids: Ids, target: string) => object)(ids, target),
          audience: audience(ids, target),
        }),
      },
    ]),
  );
