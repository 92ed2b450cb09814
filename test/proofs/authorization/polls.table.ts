import { grid, gridBut } from './grid.js';
import type { Operation } from './matrix.table.js';
import { SCHOOL } from './school.grid.js';

/** The early polls have not opened yet; the organization's hidden one is addressed to admins. */
const READERS = grid(`
                                                                            | everyone's poll | the organization's hidden poll | the organization's early poll | the admins' poll | another school's poll | invented poll | malformed poll
  anonymous, garbage token, forged token, expired token, signed out         | 401             | 401                            | 401                           | 401              | 401                   | 401           | 401
  second step missing                                                       | mfa             | mfa                            | mfa                           | mfa              | mfa                   | mfa           | mfa
  no school, deactivated parent, former parent                              | 404             | 404                            | 404                           | 404              | 404                   | 404           | 404
  parent of this family, parent of another family                           | ok              | 404                            | 404                           | 404              | 404                   | 404           | 404
  editor                                                                    | ok              | ok                             | ok                            | 404              | 404                   | 404           | 404
  editor not started, editor expired, editor revoked                        | ok              | 404                            | 404                           | 404              | 404                   | 404           | 404
  editor of another organization                                            | ok              | 404                            | 404                           | 404              | 404                   | 404           | 404
  junior admin, senior admin                                                | ok              | ok                             | ok                            | ok               | 404                   | 404           | 404
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

export const POLL_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/polls': { access: SCHOOL, ok: 200, feature: 'polls' },
  'GET /polls/:pollId': { access: READERS, ok: 200, feature: 'polls' },
  'POST /polls/:pollId/respond': {
    access: RESPONDENTS,
    ok: 200,
    feature: 'polls',
    body: ({ questionId, choiceId }, target) => ({
      answers: [{ question_id: questionId?.[target], choice_id: choiceId?.[target] }],
    }),
  },
};
