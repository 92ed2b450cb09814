import { grid, gridBut } from '../grid.js';
import type { Operation } from '../matrix.table.js';
import { PUBLISHERS } from '../publishers.grid.js';
import { ofTheSchool } from './publishing.table.js';
import { SCHOOL } from '../school.grid.js';

const ASKED = {
  results_visibility: 'always',
  anonymous: false,
  questions: [{ text: 'When?', choices: [{ text: 'Now' }, { text: 'Later' }] }],
};

/** The early poll has not opened yet; the organization's hidden one is addressed to admins. Who manages them reads them elsewhere. */
const READERS = grid(`
                                                                            | everyone's poll | the organization's hidden poll | the organization's early poll | the admins' poll | another school's poll | invented poll | malformed poll
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

/** A member outside of the audience is told so (contract decision c); before it opens nobody is told of it. */
const RESPONDENTS = gridBut(
  READERS,
  `
  parent of this family, parent of another family                           | ok              | no                             | 404                           | no               | 404                   | 404           | 404
  every editor                                                              | ok              | no                             | 404                           | no               | 404                   | 404           | 404
  junior admin, senior admin                                                | ok              | ok                             | 404                           | ok               | 404                   | 404           | 404
  member of two schools                                                     | ok              | no                             | 404                           | no               | ok                    | 404           | 404`,
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

/** Nobody is reminded of a poll that has not opened, nor twice in a day. */
const REMINDERS = gridBut(
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

/** Each reads their own. */
const ANY_PUBLISHER = gridBut(PUBLISHERS, 'editor of another organization | ok | 403 | 403 | 403');

const [MANAGED, FEATURE] = ['/polls/:pollId/management', 'polls'] as const;

export const POLL_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/polls': { access: SCHOOL, ok: 200, feature: 'polls' },
  'GET /polls/:pollId': { access: READERS, ok: 200, feature: 'polls' },
  'GET /schools/:schoolId/polls/managed': { access: ANY_PUBLISHER, ok: 200, feature: FEATURE },
  'POST /schools/:schoolId/polls': {
    access: PUBLISHERS,
    ok: 201,
    feature: FEATURE,
    body: ofTheSchool({ ...ASKED, title: 'Picnic' }),
  },
  [`GET ${MANAGED}`]: { access: MANAGERS, ok: 200, feature: FEATURE },
  [`PATCH ${MANAGED}`]: { access: MANAGERS, ok: 200, feature: FEATURE, body: { title: 'New' } },
  [`DELETE ${MANAGED}`]: { access: DELETIONS, ok: 204, feature: FEATURE, spendsItsCaller: true },
  'POST /polls/:pollId/reminders': { access: REMINDERS, ok: 202, feature: FEATURE, spendsItsCaller: true },
  'GET /polls/:pollId/results.csv': { access: MANAGERS, ok: 200, feature: FEATURE },
  'POST /polls/:pollId/respond': {
    access: RESPONDENTS,
    ok: 200,
    feature: 'polls',
    body: ({ questionId, choiceId }, target) => ({
      answers: [{ question_id: questionId?.[target], choice_id: choiceId?.[target] }],
    }),
  },
};
