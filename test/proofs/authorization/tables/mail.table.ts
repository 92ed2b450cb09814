import { grid } from '../grid.js';
import { ADMINS, SIGNED_IN } from '../school.grid.js';
import type { Operation } from '../matrix.table.js';

/** Open to whoever has the address from a mail, and to nobody without. */
const ADDRESS_IN_A_MAIL = grid(`
                                                                            | itself
  anonymous, garbage token, forged token, expired token, signed out         | 404
  second step missing, no school, deactivated parent, former parent         | 404
  parent of this family, parent of another family, every editor             | 404
  junior admin, senior admin, parent of another school                      | 404
  admin of another school, member of two schools                            | 404
`);

export const MAIL_OPERATIONS: Record<string, Operation> = {
  'GET /me/mail': { access: SIGNED_IN, ok: 200 },
  'PATCH /me/mail': { access: SIGNED_IN, ok: 200, body: { quiet: { from: '21:00', to: '07:00' } } },
  'GET /schools/:schoolId/mail-health': { access: ADMINS, ok: 200 },
  'GET /api/mail/unsubscribe/:token': { access: ADDRESS_IN_A_MAIL, ok: 200, isPage: true },
  'POST /api/mail/unsubscribe/:token': { access: ADDRESS_IN_A_MAIL, ok: 200, isPage: true },
  'GET /api/mail/guardian/:token': { access: ADDRESS_IN_A_MAIL, ok: 200, isPage: true },
  'POST /api/mail/guardian/:token': { access: ADDRESS_IN_A_MAIL, ok: 200, isPage: true },
};
