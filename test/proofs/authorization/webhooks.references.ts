import { references } from './references.js';

/** Ids of webhooks: see references.table.ts. */
export const WEBHOOK_REFERENCES = references(`
                                           | of                     | own  | other | foreign | invented
  PATCH /schools/:schoolId/webhooks/:webhookId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.webhookId                         | webhook                | -    | -    | 404  | 404
  DELETE /schools/:schoolId/webhooks/:webhookId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.webhookId                         | webhook                | -    | -    | 404  | 404
  POST /schools/:schoolId/webhooks/:webhookId/secret
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.webhookId                         | webhook                | -    | -    | 404  | 404
  POST /schools/:schoolId/webhooks/:webhookId/test
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.webhookId                         | webhook                | -    | -    | 404  | 404
  GET /schools/:schoolId/webhooks/:webhookId/deliveries
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.webhookId                         | webhook                | -    | -    | 404  | 404
  POST /schools/:schoolId/webhooks/:webhookId/deliveries/:deliveryId/replay
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.webhookId                         | webhook                | -    | -    | 404  | 404
    path.deliveryId                        | delivery               | -    | -    | 404  | 404
`);
