import { OWN_LIST_REFERENCES } from './own-lists.references.js';
import { references } from './references.js';
import { PUBLISHING_REFERENCES } from './publishing.references.js';
import { RSVP_REFERENCES } from './rsvps.references.js';
import { WEBHOOK_REFERENCES } from './webhooks.references.js';

/*
 * What becomes of a request that is right but for one id. Where an operation has a single one, its grid says so; where it has several,
 * each has a line here, and those that a document has no name for (keys of files, images in texts) have one besides. The caller is the
 * parent of this family where they may, else the senior admin; whom the grid refuses is refused alike. `-`: the grid has it, or none is. */
export const REFERENCES = [
  ...PUBLISHING_REFERENCES,
  ...OWN_LIST_REFERENCES,
  ...RSVP_REFERENCES,
  ...WEBHOOK_REFERENCES,
  ...references(`
                                           | of                     | own  | other | foreign | invented
  PATCH /me/mail
    body.schools[].school_id               | school                 | ok   | -    | 400  | 400
  GET /schools/:schoolId/map-markers
    path.schoolId                          | school                 | -    | -    | 403  | 403
    query.list                             | list                   | ok   | 404  | 404  | 404
  POST /registration/confirm
    body.guardian_ids[]                    | guardian on file       | ok   | 404  | 404  | 404
  POST /schools/:schoolId/photo-urls
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.students[]                        | student                | ok   | ok   | ok   | ok
    body.parents[]                         | parent                 | ok   | ok   | ok   | ok
  POST /schools/:schoolId/notifications/read
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.ids[]                             | notification           | ok   | ok   | ok   | ok
  POST /lists/:listId/students
    path.listId                            | list                   | -    | 404  | 404  | 404
    body.student_id                        | student                | ok   | ok   | 404  | 404
  DELETE /lists/:listId/students/:studentId
    path.listId                            | list                   | -    | 404  | 404  | 404
    path.studentId                         | student                | -    | ok   | 404  | 404
  POST /lists/:listId/guardians
    path.listId                            | list                   | -    | 404  | 404  | 404
    body.guardian_membership_id            | parent                 | ok   | ok   | 400  | 400
    body.linked_student_id                 | student                | ok   | 400  | 400  | 400
  DELETE /lists/:listId/guardians/:guardianId
    path.listId                            | list                   | -    | 404  | 404  | 404
    path.guardianId                        | list entry             | -    | 404  | 404  | 404
  GET /organizations/:organizationId/nearby
    path.organizationId                    | organization           | -    | ok   | 404  | 404
    query.studentId                        | student                | -    | 404  | 404  | 404
  PUT /organizations/:organizationId/leadership
    path.organizationId                    | organization           | -    | ok   | 404  | 404
    body.leaders[].person_id               | leading student        | ok   | ok   | 404  | 404
    body.leaders[].person_id               | leading parent         | ok   | ok   | 404  | 404
    body.leaders[].person_id               | leading staff          | ok   | -    | 404  | 404
  POST /organizations/:organizationId/parents
    path.organizationId                    | organization           | -    | ok   | 404  | 404
    body.membership_id                     | parent                 | ok   | ok   | 404  | 404
  DELETE /organizations/:organizationId/parents/:membershipId
    path.organizationId                    | organization           | -    | ok   | 404  | 404
    path.membershipId                      | parent                 | -    | ok   | 404  | 404
  POST /organizations/:organizationId/students
    path.organizationId                    | organization           | -    | ok   | 404  | 404
    body.student_id                        | student                | ok   | ok   | 404  | 404
  DELETE /organizations/:organizationId/students/:studentId
    path.organizationId                    | organization           | -    | ok   | 404  | 404
    path.studentId                         | student                | -    | ok   | 404  | 404
  PUT /organizations/:organizationId/results/:eventId
    path.organizationId                    | organization           | -    | 404  | 404  | 404
    path.eventId                           | contest                | -    | 404  | 404  | 404
  DELETE /organizations/:organizationId/results/:eventId
    path.organizationId                    | organization           | -    | 404  | 404  | 404
    path.eventId                           | contest                | -    | 404  | 404  | 404
  GET /organizations/:organizationId/photos/:photoId/download-url
    path.organizationId                    | organization           | -    | 404  | 404  | 404
    path.photoId                           | photo                  | -    | 404  | 404  | 404
  DELETE /organizations/:organizationId/photos/:photoId
    path.organizationId                    | organization           | -    | 404  | 404  | 404
    path.photoId                           | photo                  | -    | 404  | 404  | 404
  POST /schools/:schoolId/calendar/events
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
  POST /schools/:schoolId/calendar/series
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
  GET /schools/:schoolId/calendar/events/:eventId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.eventId                           | event                  | -    | 404  | 404  | 404
    path.eventId                           | occurrence             | -    | 404  | 404  | 404
  DELETE /schools/:schoolId/calendar/events/:eventId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.eventId                           | event                  | -    | -    | 404  | 404
    path.eventId                           | occurrence             | -    | -    | 404  | 404
  PATCH /schools/:schoolId/calendar/events/:eventId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.eventId                           | event                  | -    | ok   | 404  | 404
    path.eventId                           | occurrence             | -    | ok   | 404  | 404
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
  GET /schools/:schoolId/calendar/series/:seriesId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.seriesId                          | series                 | -    | 404  | 404  | 404
  DELETE /schools/:schoolId/calendar/series/:seriesId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.seriesId                          | series                 | -    | -    | 404  | 404
  GET /schools/:schoolId/calendar/series/:seriesId/occurrences
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.seriesId                          | series                 | -    | 404  | 404  | 404
  PATCH /schools/:schoolId/calendar/series/:seriesId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.seriesId                          | series                 | -    | ok   | 404  | 404
    body.category_id                       | category               | ok   | -    | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
  POST /schools/:schoolId/calendar/subscriptions
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.organizationId                    | organization           | ok   | ok   | 400  | 400
  DELETE /schools/:schoolId/calendar/subscriptions/:subscriptionId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.subscriptionId                    | subscription           | -    | 404  | 404  | 404
  DELETE /schools/:schoolId/menus/subscriptions/:subscriptionId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.subscriptionId                    | subscription           | -    | 404  | 404  | 404
  DELETE /schools/:schoolId/app-passwords/:appPasswordId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.appPasswordId                     | app password           | -    | 404  | 404  | 404
  PUT /schools/:schoolId/categories/order
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.ids[]                             | category               | ok   | -    | 400  | 400
  PATCH /schools/:schoolId/categories/:categoryId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.categoryId                        | category               | -    | -    | 404  | 404
  DELETE /schools/:schoolId/categories/:categoryId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.categoryId                        | category               | -    | -    | 404  | 404
  PATCH /schools/:schoolId/menus/:menuId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.menuId                            | menu                   | -    | -    | 404  | 404
  DELETE /schools/:schoolId/menus/:menuId
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.menuId                            | menu                   | -    | -    | 404  | 404
  POST /schools/:schoolId/menus/:menuId/image
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.menuId                            | menu                   | -    | -    | 404  | 404
  GET /schools/:schoolId/images/:imageId/download-url
    path.schoolId                          | school                 | -    | -    | 403  | 403
    path.imageId                           | image                  | -    | 404  | 404  | 404
  POST /schools/:schoolId/polls
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.description                       | embedded image         | ok   | -    | 400  | 400
  POST /polls/:pollId/respond
    path.pollId                            | poll                   | -    | 403  | 404  | 404
    body.answers[].question_id             | poll question          | -    | 400  | 400  | 400
    body.answers[].choice_id               | poll choice            | -    | 400  | 400  | 400
  PATCH /polls/:pollId/management
    path.pollId                            | poll                   | -    | ok   | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.description                       | embedded image         | ok   | -    | 400  | 400
  POST /signups/:signupId/claims
    path.signupId                          | sign-up                | -    | 403  | 404  | 404
    body.item_id                           | place                  | ok   | 404  | 404  | 404
    body.student_id                        | student                | ok   | 400  | 400  | 400
    body.answers[].question_id             | sign-up question       | ok   | 400  | 400  | 400
    body.answers[].choice_ids[]            | sign-up choice         | ok   | 400  | 400  | 400
  POST /signups/:signupId/management/claims
    path.signupId                          | sign-up                | -    | 400  | 404  | 404
    body.item_id                           | place                  | ok   | 404  | 404  | 404
    body.membership_id                     | parent                 | ok   | ok   | 404  | 404
    body.student_id                        | student                | ok   | 400  | 400  | 400
    body.answers[].question_id             | sign-up question       | ok   | 400  | 400  | 400
    body.answers[].choice_ids[]            | sign-up choice         | ok   | 400  | 400  | 400
  PATCH /signups/:signupId/claims/:claimId
    path.signupId                          | sign-up                | -    | 403  | 404  | 404
    path.claimId                           | claim                  | -    | 404  | 404  | 404
    body.item_id                           | place                  | ok   | 404  | 404  | 404
    body.student_id                        | student                | -    | 400  | 400  | 400
    body.answers[].question_id             | sign-up question       | ok   | 400  | 400  | 400
    body.answers[].choice_ids[]            | sign-up choice         | ok   | 400  | 400  | 400
  DELETE /signups/:signupId/claims/:claimId
    path.signupId                          | sign-up                | -    | 403  | 404  | 404
    path.claimId                           | claim                  | -    | 404  | 404  | 404
  POST /signups/:signupId/reminders
    path.signupId                          | sign-up                | -    | ok   | 404  | 404
    body.item_id                           | place                  | ok   | 404  | 404  | 404
  POST /schools/:schoolId/signups
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.description                       | embedded image         | ok   | -    | 400  | 400
    body.event_id                          | event                  | ok   | ok   | 404  | 404
    body.items[].id                        | item                   | 404  | 404  | 404  | 404
  PATCH /signups/:signupId/management
    path.signupId                          | sign-up                | -    | ok   | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.description                       | embedded image         | ok   | -    | 400  | 400
    body.event_id                          | event                  | ok   | ok   | 404  | 404
    body.items[].id                        | item                   | ok   | 404  | 404  | 404
  GET /permission-slips/:slipId/pdf
    path.slipId                            | slip                   | -    | 404  | 404  | 404
    query.studentId                        | student                | ok   | 404  | 404  | 404
  POST /permission-slips/:slipId/responses
    path.slipId                            | slip                   | -    | 403  | 404  | 404
    body.student_id                        | student                | -    | 403  | 404  | 404
    body.answers[].question_id             | slip question          | ok   | 400  | 400  | 400
    body.answers[].choice_ids[]            | slip choice            | -    | 400  | 400  | 400
  PATCH /permission-slips/:slipId/responses/:responseId
    path.slipId                            | slip                   | -    | 404  | 404  | 404
    path.responseId                        | response               | -    | 404  | 404  | 404
    body.answers[].question_id             | slip question          | ok   | 400  | 400  | 400
    body.answers[].choice_ids[]            | slip choice            | ok   | 400  | 400  | 400
  DELETE /permission-slips/:slipId/responses/:responseId
    path.slipId                            | slip                   | -    | 404  | 404  | 404
    path.responseId                        | response               | -    | 404  | 404  | 404
  GET /permission-slips/:slipId/responses/:responseId/pdf
    path.slipId                            | slip                   | -    | 404  | 404  | 404
    path.responseId                        | response               | -    | 404  | 404  | 404
  GET /permission-slips/:slipId/attachments/:attachmentId/download-url
    path.slipId                            | slip                   | -    | 404  | 404  | 404
    path.attachmentId                      | file of a slip         | -    | 404  | 404  | 404
  POST /permission-slips/:slipId/paper-responses
    path.slipId                            | slip                   | -    | 400  | 404  | 404
    body.student_id                        | student                | -    | -    | 404  | 404
    body.answers[].question_id             | slip question          | -    | 400  | 400  | 400
    body.answers[].choice_ids[]            | slip choice            | -    | 400  | 400  | 400
    body.attachment_key                    | scan                   | -    | -    | 400  | 400
  POST /permission-slips/:slipId/reminders
    path.slipId                            | slip                   | -    | ok   | 404  | 404
  POST /schools/:schoolId/permission-slips
    path.schoolId                          | school                 | -    | -    | 403  | 403
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.body                              | embedded image         | ok   | -    | 400  | 400
    body.event_id                          | event                  | ok   | ok   | 404  | 404
    body.attachments[].key                 | upload for a slip      | -    | ok   | 400  | 400
  PATCH /permission-slips/:slipId/management
    path.slipId                            | slip                   | -    | ok   | 404  | 404
    body.organization_id                   | organization           | ok   | ok   | 404  | 404
    body.audience.organization_ids[]       | audience               | ok   | ok   | 404  | 404
    body.body                              | embedded image         | ok   | -    | 400  | 400
    body.event_id                          | event                  | ok   | ok   | 404  | 404
    body.attachments[].key                 | upload for a slip      | -    | -    | 400  | 400
`),
];
