import { references } from './references.js';

/** Ids of documents and notices: see references.table.ts. */
export const PUBLISHING_REFERENCES = references(`
                                           | of                     | own  | other | foreign | invented
  GET /schools/:schoolId/notices/:noticeId/deliveries
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | ok   | 404  | 404
  POST /schools/:schoolId/notices/:noticeId/acknowledgement
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | 404  | 404  | 404
  GET /schools/:schoolId/notices/:noticeId/acknowledgements
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | ok   | 404  | 404
  GET /schools/:schoolId/notices/:noticeId/acknowledgements.csv
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | ok   | 404  | 404
  POST /schools/:schoolId/notices/:noticeId/reminders
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | ok   | 404  | 404
  POST /schools/:schoolId/documents
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.description                       | embedded image         | ok   | -    | 400  | 400
    body.attachments[].key                 | upload for a document  | -    | ok   | 400  | 400
  GET /schools/:schoolId/documents/:documentId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.documentId                        | document               | -    | 404  | 404  | 404
  DELETE /schools/:schoolId/documents/:documentId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.documentId                        | document               | -    | -    | 404  | 404
  PATCH /schools/:schoolId/documents/:documentId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.documentId                        | document               | -    | ok   | 404  | 404
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.description                       | embedded image         | ok   | -    | 400  | 400
    body.attachments[].key                 | upload for a document  | -    | -    | 400  | 400
  GET /schools/:schoolId/documents/:documentId/attachments/:attachmentId/download-url
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.documentId                        | document               | -    | 404  | 404  | 404
    path.attachmentId                      | file of a document     | -    | 404  | 404  | 404
  POST /schools/:schoolId/notices
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.body                              | embedded image         | ok   | -    | 400  | 400
    body.attachments[].key                 | upload for a notice    | -    | ok   | 400  | 400
  GET /schools/:schoolId/notices/:noticeId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | 404  | 404  | 404
  DELETE /schools/:schoolId/notices/:noticeId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | -    | 404  | 404
  PATCH /schools/:schoolId/notices/:noticeId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | ok   | 404  | 404
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.body                              | embedded image         | ok   | -    | 400  | 400
    body.attachments[].key                 | upload for a notice    | -    | -    | 400  | 400
  GET /schools/:schoolId/notices/:noticeId/attachments/:attachmentId/download-url
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.noticeId                          | notice                 | -    | 404  | 404  | 404
    path.attachmentId                      | file of a notice       | -    | 404  | 404  | 404
`);
