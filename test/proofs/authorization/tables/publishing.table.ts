import { type Grid, grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { addressedBeyond, PUBLISHERS } from '../publishers.grid.js';
import { ADMINS, SCHOOL } from '../school.grid.js';

/** By way of this school; the organization's is addressed to everyone, its hidden one to admins. */
const READERS = `
                                                                            | everyone's item | the organization's item | the organization's hidden item | the admins' item | another school's item | invented item | malformed item
  anonymous, garbage token, forged token, expired token, signed out         | 401             | 401                     | 401                            | 401              | 401                   | 401           | 401
  second step missing                                                       | mfa             | mfa                     | mfa                            | mfa              | mfa                   | mfa           | mfa
  no school, deactivated parent, former parent                              | 403             | 403                     | 403                            | 403              | 403                   | 403           | 403
  parent of this family, parent of another family, member of two schools    | ok              | ok                      | 404                            | 404              | 404                   | 404           | 404
  editor                                                                    | ok              | ok                      | ok                             | 404              | 404                   | 404           | 404
  editor not started, editor expired, editor revoked                        | ok              | ok                      | 404                            | 404              | 404                   | 404           | 404
  editor of another organization                                            | ok              | ok                      | 404                            | 404              | 404                   | 404           | 404
  junior admin, senior admin                                                | ok              | ok                      | ok                             | ok               | 404                   | 404           | 404
  parent of another school, admin of another school                         | 403             | 403                     | 403                            | 403              | 403                   | 403           | 403
`;

const MANAGERS = `
  parent of this family, parent of another family, member of two schools    | no              | no                      | 404                            | 404              | 404                   | 404           | 404
  editor not started, editor expired, editor revoked                        | no              | no                      | 404                            | 404              | 404                   | 404           | 404
  editor of another organization                                            | no              | no                      | 404                            | 404              | 404                   | 404           | 404
  editor                                                                    | no              | ok                      | ok                             | 404              | 404                   | 404           | 404`;

/** Whoever comes first takes it away; for those who come later it is not there. */
const FIRST_MANAGERS = `
  editor not started, editor expired, editor revoked                        | no              | 404                     | 404                            | 404              | 404                   | 404           | 404
  editor of another organization                                            | no              | 404                     | 404                            | 404              | 404                   | 404           | 404
  junior admin                                                              | ok              | 404                     | 404                            | ok               | 404                   | 404           | 404
  senior admin, member of two schools                                       | 404             | 404                     | 404                            | 404              | 404                   | 404           | 404`;

/** Who manages a notice that is not addressed to them is not asked to acknowledge it. */
const ACKNOWLEDGERS = `
  editor                                                                    | ok              | ok                      | no                             | 404              | 404                   | 404           | 404`;

/** Nobody is reminded twice in a day. */
const REMINDERS = `
  editor                                                                    | no              | ok                      | ok                             | 404              | 404                   | 404           | 404
  junior admin                                                              | ok              | soon                    | soon                           | ok               | 404                   | 404           | 404
  senior admin                                                              | soon            | soon                    | soon                           | soon             | 404                   | 404           | 404`;

export const ofTheSchool =
  (input: object): Operation['body'] =>
  ({ organizationId }, target) => ({
    ...input,
    organization_id: organizationId?.[target === 'another school' ? "another school's" : 'this organization'],
  });

const DOCUMENT = { title: 'Handbook' };
const NOTICE = { title: 'Snow', body: 'No school', expires_at: '2199-01-01T00:00:00Z' };

/** @param item what the path calls one of them */
function operationsOf(
  item: 'document' | 'notice',
  feature: 'document_library' | 'notices',
  input: object,
): Record<string, Operation> {
  const [all, one] = [`/schools/:schoolId/${item}s`, `/schools/:schoolId/${item}s/:${item}Id`];
  const readers = grid(READERS.replaceAll(' item', ` ${item}`));
  const managers = gridBut(readers, MANAGERS);
  return {
    [`GET ${all}`]: { access: SCHOOL, ok: 200, feature },
    [`POST ${all}`]: { access: PUBLISHERS, ok: 201, feature, body: ofTheSchool(input) },
    [`GET ${one}`]: { access: readers, ok: 200, feature },
    [`PATCH ${one}`]: { access: managers, ok: 200, feature, body: { title: 'New' } },
    [`DELETE ${one}`]: { access: gridBut(managers, FIRST_MANAGERS), ok: 204, feature, spendsItsCaller: true },
    [`GET ${one}/attachments/:attachmentId/download-url`]: { access: readers, ok: 200, feature },
  };
}

function acknowledgements(readers: Grid): Record<string, Operation> {
  const managers = gridBut(readers, MANAGERS);
  const [notice, feature] = ['/schools/:schoolId/notices/:noticeId', 'notices'] as const;
  return {
    [`POST ${notice}/acknowledgement`]: { access: gridBut(readers, ACKNOWLEDGERS), ok: 204, feature },
    [`GET ${notice}/acknowledgements`]: { access: managers, ok: 200, feature },
    [`GET ${notice}/acknowledgements.csv`]: { access: managers, ok: 200, feature },
    [`POST ${notice}/reminders`]: { access: gridBut(managers, REMINDERS), ok: 202, feature },
  };
}

export const PUBLISHING_OPERATIONS: Record<string, Operation> = {
  ...operationsOf('document', 'document_library', DOCUMENT),
  ...operationsOf('notice', 'notices', NOTICE),
  'GET /schools/:schoolId/notices/:noticeId/deliveries': {
    access: gridBut(grid(READERS.replaceAll(' item', ' notice')), MANAGERS),
    ok: 200,
    feature: 'notices',
  },
  ...acknowledgements(grid(READERS.replaceAll(' item', ' notice'))),
  'PUT /schools/:schoolId/school-details': {
    access: ADMINS,
    ok: 200,
    feature: 'document_library',
    body: { title: 'About us' },
  },
};

/** Beside the table of operations: what they may be told of whom an item is for. */
export const ADDRESSED_PUBLICATIONS: Record<string, Operation> = Object.fromEntries(
  ['document', 'notice'].flatMap((item) => {
    const name = `POST /schools/:schoolId/${item}s`;
    return Object.entries(addressedBeyond(name, PUBLISHING_OPERATIONS[name]!));
  }),
);
