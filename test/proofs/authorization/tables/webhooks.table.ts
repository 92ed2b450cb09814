import type { Operation } from '../matrix.table.js';
import { SENIOR_ADMINS } from '../school.grid.js';

const WEBHOOK = '/schools/:schoolId/webhooks/:webhookId';
const BODY = { url: 'https://app.example.org/hook', kinds: ['menu.changed'] };

export const WEBHOOK_OPERATIONS: Record<string, Operation> = {
  'GET /schools/:schoolId/webhooks': { access: SENIOR_ADMINS, ok: 200 },
  'POST /schools/:schoolId/webhooks': { access: SENIOR_ADMINS, ok: 201, body: BODY },
  [`PATCH ${WEBHOOK}`]: { access: SENIOR_ADMINS, ok: 200, body: { kinds: BODY.kinds } },
  [`DELETE ${WEBHOOK}`]: { access: SENIOR_ADMINS, ok: 204, spendsItsCaller: true },
  [`POST ${WEBHOOK}/secret`]: { access: SENIOR_ADMINS, ok: 200 },
  [`POST ${WEBHOOK}/test`]: { access: SENIOR_ADMINS, ok: 202 },
  [`GET ${WEBHOOK}/deliveries`]: { access: SENIOR_ADMINS, ok: 200 },
  [`POST ${WEBHOOK}/deliveries/:deliveryId/replay`]: { access: SENIOR_ADMINS, ok: 202 },
};
