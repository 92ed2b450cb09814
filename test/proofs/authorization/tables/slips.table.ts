import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { PUBLISHERS } from '../publishers.grid.js';
import { ofTheSchool } from './publishing.table.js';
import { SCHOOL } from '../school.grid.js';

const ASKED = {
  ...{ body: 'By bus', statement: 'My child may go', answer_per: 'student' },
  ...{ signature_required: false, second_guardian_required: false },
};
const ON_PAPER = {
  ...{ decision: 'declined', signed_by_name: 'Rosa Lind', relation: 'aunt', signed_on: '2026-01-05' },
};

/** The early slip has not opened yet; the organization's hidden one is addressed to admins. Who manages them reads them elsewhere. */
const READERS = grid(`
                                                                            | everyone's slip | the organization's hidden slip | the organization's early slip | the admins' slip | another school's slip | invented slip | malformed slip
  anonymous, garbage token, forged token, expired token, signed out         | 401             | 401                            | 401                           | 401              | 401                   | 401           | 401
  second step missing                                                       | mfa             | mfa                            | mfa                           | mfa              | mfa                   | mfa           | mfa
  no school, deactivated parent, former parent                              | 404             | 404                            | 404                           | 404              | 404                   | 404           | 404
  parent of this family, parent of another family                           | ok              | 404                            | 404                           | 404              | 404                   | 404           | 404
  editor                                                                    | ok              | 404                            | 404                           | 404              | 404                   | 404           | 404
  editor not started, editor expired, editor revoked                        | ok              | 404                            | 404                           | 404              | 404                   | 404           | 404
  editor of another organization                                            | ok              | 404                            | 404                           | 404              | 404                   | 404           | 404
  junior admin, senior admin                                                | ok              | ok                             | 404                           | ok               | 404                   | 404           | 404
  parent of another school, admin of another school                         | 404             | 404                            | 404                           | 404              | ok                    | 404           | 404
  member of two schools                                                     | ok              | 404                            | 404                           | 404              | ok                    | 404           | 404
`);

/** Guardians alone; a member outside the audience is told that it is not for them (contract decision c). */
const GUARDIANS = gridBut(
  READERS,
  `
  parent of this family                                                     | ok              | no                             | 404                           | no               | 404                   | 404           | 404
  parent of another family, every editor                                    | no              | no                             | 404                           | no               | 404                   | 404           | 404
  junior admin, senior admin                                                | no              | no                             | 404                           | no               | 404                   | 404           | 404
  parent of another school, admin of another school                         | 404             | 404                            | 404                           | 404              | 404                   | 404           | 404
  member of two schools                                                     | no              | no                             | 404                           | no               | 404                   | 404           | 404`,
);

/** Of two families of this school to one slip, and of a family of another school to one there. */
const SIGNER = grid(`
                                                                         | the answered slip | another family's response | another school's response | invented slip | malformed slip
  anonymous, garbage token, forged token, expired token, signed out      | 401               | 401                       | 401                       | 401           | 401
  second step missing                                                    | mfa               | mfa                       | mfa                       | mfa           | mfa
  no school, deactivated parent, former parent                           | 404               | 404                       | 404                       | 404           | 404
  parent of this family                                                  | ok                | 404                       | 404                       | 404           | 404
  parent of another family                                               | 404               | ok                        | 404                       | 404           | 404
  every editor                                                           | 404               | 404                       | 404                       | 404           | 404
  junior admin, senior admin                                             | 404               | 404                       | 404                       | 404           | 404
  parent of another school                                               | 404               | 404                       | ok                        | 404           | 404
  admin of another school                                                | 404               | 404                       | 404                       | 404           | 404
  member of two schools                                                  | 404               | 404                       | 404                       | 404           | 404
`);

const SIGNER_AND_MANAGERS = gridBut(
  SIGNER,
  `
  junior admin, senior admin                                             | ok                | ok                        | 404                       | 404           | 404
  admin of another school                                                | 404               | 404                       | ok                        | 404           | 404`,
);

/** Its audience, and its managers in whatever state. */
const VISIBLE = gridBut(
  READERS,
  `
  editor                                                                    | ok              | ok                             | ok                            | 404              | 404                   | 404           | 404
  junior admin, senior admin                                                | ok              | ok                             | ok                            | ok               | 404                   | 404           | 404`,
);

const MANAGERS = gridBut(
  READERS,
  `
  parent of this family, parent of another family                           | no              | 404                            | 404                           | 404              | 404                   | 404           | 404
  editor                                                                    | no              | ok                             | ok                            | 404              | 404                   | 404           | 404
  editor not started, editor expired, editor revoked                        | no              | 404                            | 404                           | 404              | 404                   | 404           | 404
  editor of another organization                                            | no              | 404                            | 404                           | 404              | 404                   | 404           | 404
  junior admin, senior admin                                                | ok              | ok                             | ok                            | ok               | 404                   | 404           | 404
  parent of another school                                                  | 404             | 404                            | 404                           | 404              | no                    | 404           | 404
  admin of another school                                                   | 404             | 404                            | 404                           | 404              | ok                    | 404           | 404
  member of two schools                                                     | no              | 404                            | 404                           | 404              | no                    | 404           | 404`,
);

/** Nobody is reminded of a slip that has not opened, nor twice in a day. */
const REMINDERS = gridBut(
  MANAGERS,
  `
  editor                                                                    | no              | ok                             | 409                           | 404              | 404                   | 404           | 404
  junior admin                                                              | ok              | soon                           | 409                           | ok               | 404                   | 404           | 404
  senior admin                                                              | soon            | soon                           | 409                           | soon             | 404                   | 404           | 404`,
);

/** Of one student one answer on paper is enough, and none is taken before the slip opens. */
const PAPER = gridBut(
  MANAGERS,
  `
  editor                                                                    | no              | ok                             | 409                           | 404              | 404                   | 404           | 404
  junior admin                                                              | ok              | soon                           | 409                           | ok               | 404                   | 404           | 404
  senior admin                                                              | soon            | soon                           | 409                           | soon             | 404                   | 404           | 404`,
);

/** Whoever comes first deletes it; for those who come later it is not there. */
const DELETIONS = gridBut(
  MANAGERS,
  `
  junior admin                                                              | ok              | 404                            | 404                           | ok               | 404                   | 404           | 404
  senior admin, member of two schools                                       | 404             | 404                            | 404                           | 404              | 404                   | 404           | 404`,
);

/** Answers of a whole slip: it is addressed to everybody, and belongs to the school. */
const ANSWERED = gridBut(
  SIGNER,
  `
  parent of this family, parent of another family                        | no                | no                        | 404                       | 404           | 404
  every editor                                                           | no                | no                        | 404                       | 404           | 404
  junior admin, senior admin                                             | ok                | ok                        | 404                       | 404           | 404
  parent of another school                                               | 404               | 404                       | no                        | 404           | 404
  admin of another school                                                | 404               | 404                       | ok                        | 404           | 404
  member of two schools                                                  | no                | no                        | no                        | 404           | 404`,
);

/** Each reads their own. */
const ANY_PUBLISHER = gridBut(PUBLISHERS, 'editor of another organization | ok | 403 | 403 | 403');

const feature = 'signups';
const SLIP = '/permission-slips/:slipId';
const granted: Operation['body'] = ({ studentId }) => ({
  decision: 'granted',
  student_id: studentId?.["this family's"],
});

export const SLIP_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/permission-slips': { access: SCHOOL, ok: 200, feature },
  [`GET ${SLIP}`]: { access: READERS, ok: 200, feature },
  [`GET ${SLIP}/pdf`]: { access: VISIBLE, ok: 200, feature },
  [`POST ${SLIP}/responses`]: {
    access: GUARDIANS,
    ok: 201,
    feature,
    // Only the guardian of this family names a student of their own: anyone else asks for somebody else's.
    body: granted,
    spendsItsCaller: true,
  },
  [`PATCH ${SLIP}/responses/:responseId`]: { access: SIGNER, ok: 200, feature, body: granted },
  [`DELETE ${SLIP}/responses/:responseId`]: { access: SIGNER, ok: 204, feature, spendsItsCaller: true },
  [`GET ${SLIP}/responses/:responseId/pdf`]: { access: SIGNER_AND_MANAGERS, ok: 200, feature },
  'GET /schools/:schoolId/permission-slips/managed': { access: ANY_PUBLISHER, ok: 200, feature },
  'POST /schools/:schoolId/permission-slips': {
    access: PUBLISHERS,
    ok: 201,
    feature,
    body: ofTheSchool({ ...ASKED, title: 'Museum' }),
  },
  [`GET ${SLIP}/management`]: { access: MANAGERS, ok: 200, feature },
  [`PATCH ${SLIP}/management`]: { access: MANAGERS, ok: 200, feature, body: { title: 'New' } },
  [`DELETE ${SLIP}/management`]: { access: DELETIONS, ok: 204, feature, spendsItsCaller: true },
  [`GET ${SLIP}/attachments/:attachmentId/download-url`]: { access: VISIBLE, ok: 200, feature },
  [`GET ${SLIP}/responses.csv`]: { access: MANAGERS, ok: 200, feature },
  [`GET ${SLIP}/responses.pdf`]: { access: ANSWERED, ok: 200, feature },
  [`POST ${SLIP}/reminders`]: { access: REMINDERS, ok: 202, feature, spendsItsCaller: true },
  [`POST ${SLIP}/paper-responses`]: {
    access: PAPER,
    ok: 201,
    feature,
    body: ({ slipStudentId }, target) => ({ ...ON_PAPER, student_id: slipStudentId?.[target] }),
    spendsItsCaller: true,
  },
};
