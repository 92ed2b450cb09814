import { rhythmsOf } from '../alerts/choices/mail-kinds.js';
import { exportedColumns } from '../../platform/database/row-columns.js';
import { utcText } from '../../platform/database/utc-text.js';
import { GUARDIAN_COLUMNS } from '../directory/guardians/guardian.columns.js';
import { MEMBERSHIP_COLUMNS } from '../memberships/membership.columns.js';
import { STAFF_COLUMNS } from '../staff/staff-member.columns.js';
import { CONFIRMATIONS, CORRECTIONS } from './exported-corrections.sql.js';
import { ofMember } from './own-rows.sql.js';
import { eventId } from '../../policy/event-visibility.js';
import { isOfAccount } from '../../policy/same-person.js';

const list = (rows: string): string => `select coalesce(json_agg(one), '[]') from (${rows}) one`;
const single = (row: string): string => `select row_to_json(one) from (${row}) one`;

const ACCOUNT = `
  select u.id, u.email, ${utcText('u.email_verified_at')} as email_verified_at, u.two_step_enabled,
    c.password_hash is not null as password_set, coalesce(c.totp_secret, c.totp_sealed) is not null as authenticator_set,
    (select count(*) from recovery_codes r where r.user_id = u.id and r.used_at is null) as recovery_codes_left,
    (${list(`select held.email, ${utcText('held.verified_at')} as verified_at from user_addresses held
      where held.user_id = u.id order by held.email <> u.email, held.email`)}) as addresses,
    (${list(`select p.name, ${utcText('p.created_at')} as created_at, ${utcText('p.last_used_at')} as last_used_at
      from passkeys p where p.user_id = u.id order by p.created_at, p.id`)}) as passkeys,
    ${utcText('u.created_at')} as created_at
  from users u left join user_credentials c on c.user_id = u.id where u.id = $1`;

const CONTACT = `
  select u.first_name, u.last_name, u.phone, u.profile_visibility, not u.hides_address as address_visible,
    u.visibility_chosen, u.address_chosen
  from users u where u.id = $1`;

const MEMBERSHIPS = `
  select m.id as membership_id, school.name as school_name, ${exportedColumns(MEMBERSHIP_COLUMNS, 'm')},
    case when m.deactivated_at is null then 'active' else 'deactivated' end as status
  from member m join schools school on school.id = m.school_id order by school.name, school.id`;

const GUARDIAN_RECORDS = `
  select ${exportedColumns(GUARDIAN_COLUMNS, 'g')} from guardian g order by g.school_id, g.student_id, g.id`;

const STAFF_RECORDS = `
  select ${exportedColumns(STAFF_COLUMNS, 's')} from staff s order by s.school_id, s.id`;

const NOTES = `
  select n.school_id, n.student_id, n.body, ${utcText('n.created_at')} as created_at, ${utcText('n.updated_at')} as updated_at
  from notes n ${ofMember('n', 'author_membership_id')} order by n.created_at, n.student_id`;

const STARS = `
  select s.school_id, s.student_id from stars s ${ofMember('s')}
  order by s.school_id, s.student_id`;

const LISTS = `
  select l.id, l.school_id, l.name, l.description,
    ${utcText('l.created_at')} as created_at, ${utcText('l.updated_at')} as updated_at,
    (${list(`select s.student_id, ${utcText('s.added_at')} as added_at from list_students s
      where s.school_id = l.school_id and s.list_id = l.id order by s.added_at, s.student_id`)}) as students,
    (${list(`select g.id, g.guardian_membership_id, g.linked_student_id, ${utcText('g.created_at')} as created_at
      from list_guardians g where g.school_id = l.school_id and g.list_id = l.id order by g.created_at, g.id`)}) as guardians
  from lists l ${ofMember('l', 'owner_membership_id')} order by l.school_id, l.name, l.id`;

const GRANTS = `
  select 'editor' as as, g.school_id, g.organization_id, null as title, g.starts_at, g.expires_at, g.revoked_at
  from organization_grants g ${ofMember('g')}`;

const ORGANIZATIONS = `
  select o.school_id, o.id as organization_id, o.name, tie.as, tie.title, ${utcText('tie.starts_at')} as starts_at,
    ${utcText('tie.expires_at')} as expires_at, ${utcText('tie.revoked_at')} as revoked_at
  from (
    select 'parent' as as, p.school_id, p.organization_id, p.title, null::timestamptz as starts_at,
      null::timestamptz as expires_at, null::timestamptz as revoked_at
    from organization_parents p ${ofMember('p')}
    union all
    select 'leader', l.school_id, l.organization_id, l.title, null, null, null
    from organization_leaders l ${ofMember('l')}
    union all
    select 'leader', l.school_id, l.organization_id, l.title, null, null, null
    from organization_leaders l join staff s on s.school_id = l.school_id and s.id = l.staff_member_id
    union all ${GRANTS}
  ) tie join organizations o on o.school_id = tie.school_id and o.id = tie.organization_id
  order by o.name, o.id, tie.as`;

const RESULTS = `
  select r.school_id, r.organization_id, e.title, e.start_date as date, r.outcome, r.score_for, r.score_against,
    r.place, r.field_size, r.summary, ${utcText('r.updated_at')} as updated_at
  from event_results r ${ofMember('r', 'recorded_by_membership_id')}
    join events e on e.school_id = r.school_id and e.id = r.event_id
  order by r.updated_at, r.event_id`;

/* Without the token: whoever has it reads the calendar as the person does. */
const SUBSCRIPTIONS = `
  select c.id, c.school_id, c.name, c.organization_id, c.categories, c.tags, ${utcText('c.created_at')} as created_at
  from calendar_subscriptions c ${ofMember('c')} order by c.created_at, c.id`;

const MENU_SUBSCRIPTIONS = `
  select c.id, c.school_id, c.name, c.meal_types, ${utcText('c.created_at')} as created_at
  from menu_subscriptions c ${ofMember('c')} order by c.created_at, c.id`;

/* Without the digest, which is nothing to anybody. */
const APP_PASSWORDS = `
  select c.id, c.school_id, c.name, ${utcText('c.created_at')} as created_at
  from app_passwords c ${ofMember('c')} order by c.created_at, c.id`;

const DOCUMENTS = `
  select d.id, d.school_id, d.organization_id, d.title, d.description,
    ${utcText('d.created_at')} as created_at, ${utcText('d.updated_at')} as updated_at
  from documents d ${ofMember('d', 'created_by_membership_id')} order by d.created_at, d.id`;

const NOTICES = `
  select n.id, n.school_id, n.organization_id, n.title, n.body, ${utcText('n.starts_at')} as starts_at,
    ${utcText('n.expires_at')} as expires_at, ${utcText('n.created_at')} as created_at,
    ${utcText('n.updated_at')} as updated_at
  from notices n ${ofMember('n', 'created_by_membership_id')} order by n.created_at, n.id`;

const READINGS = `
  select 'document' as type, r.document_id as id, r.school_id, ${utcText('r.opened_at')} as read_at
  from document_openings r ${ofMember('r')}
  union all
  select 'notice', r.notice_id, r.school_id, ${utcText('r.read_at')}
  from notice_readings r ${ofMember('r')}
  order by 4, 2`;

const ACKNOWLEDGEMENTS = `
  select r.notice_id, r.school_id, r.version, ${utcText('r.acknowledged_at')} as acknowledged_at
  from notice_acknowledgements r ${ofMember('r')}
  order by r.acknowledged_at, r.notice_id`;

const POLL_RESPONSES = `
  select p.id as poll_id, r.school_id, p.title, ${utcText('r.submitted_at')} as submitted_at,
    (${list(`select q.text as question, c.text as choice from poll_answers a
      join poll_questions q on q.school_id = a.school_id and q.id = a.question_id
      join poll_choices c on c.school_id = a.school_id and c.id = a.choice_id
      where a.school_id = r.school_id and a.response_id = r.id order by q.position`)}) as answers
  from poll_responses r join polls p on p.school_id = r.school_id and p.id = r.poll_id
  where r.user_id = $1 order by r.submitted_at, p.id`;

const SIGNUP_CLAIMS = `
  select c.id, c.school_id, c.signup_id, s.title as signup_title, i.title as item_title, c.student_id, c.quantity, c.status,
    c.comment, c.answers, ${utcText('c.created_at')} as created_at, ${utcText('c.updated_at')} as updated_at
  from signup_claims c ${ofMember('c')}
    join signup_items i on i.school_id = c.school_id and i.id = c.item_id
    join signups s on s.school_id = c.school_id and s.id = c.signup_id order by c.created_at, c.id`;

/* What the person has answered for themselves and for others, and what others have for them. */
const EVENT_RSVPS = `
  select r.school_id, ${eventId('e')} as event_id, e.title, e.start_date as date, r.student_id, r.answer,
    r.comment, ${utcText('r.answered_at')} as answered_at, ${utcText('r.ended_at')} as ended_at
  from event_rsvps r join member m on m.school_id = r.school_id and m.id in (r.membership_id, r.answered_by_membership_id)
    join events e on e.school_id = r.school_id and e.id = r.event_id
  order by r.answered_at, r.event_id, r.subject_id`;

/* Photos of linked students are included where the person may still see them: not of one from whom they are kept apart. */
const PHOTOS = `
  select 'parent-photos' as folder, p.membership_id as of, p.school_id, p.content_type, p.width, p.height, p.size_bytes,
    null as caption, ${utcText('p.updated_at')} as updated_at
  from parent_photos p ${ofMember('p')}
  union all
  select 'student-photos', p.student_id, p.school_id, p.content_type, p.width, p.height, p.size_bytes,
    null, ${utcText('p.updated_at')}
  from student_photos p join students s on s.school_id = p.school_id and s.id = p.student_id and s.archived_at is null
  where (p.school_id, p.student_id) in (select g.school_id, g.student_id from guardian g ${ofMember('g')}
    where m.deactivated_at is null and g.restricted_at is null)
  union all
  select 'organization-photos/' || p.organization_id, p.id, p.school_id, p.content_type, p.width, p.height,
    p.size_bytes, p.caption, ${utcText('p.created_at')}
  from organization_photos p ${ofMember('p', 'uploaded_by_membership_id')}
  union all
  select 'images/' || i.school_id, i.id, i.school_id, i.content_type, i.width, i.height, i.size_bytes, null,
    ${utcText('i.uploaded_at')}
  from embedded_images i ${ofMember('i', 'uploaded_by_membership_id')}
  order by 1, 2`;

const ATTACHMENTS = `
  select a.key, a.school_id, a.file_name, a.content_type, a.size_bytes, ${utcText('a.uploaded_at')} as uploaded_at
  from attachments a ${ofMember('a', 'uploaded_by_membership_id')} order by a.uploaded_at, a.key`;

const SESSIONS = `
  select s.id, coalesce(a.name, 'Operator') as client_name, ${utcText('s.created_at')} as created_at,
    ${utcText('s.last_used_at')} as last_used_at, ${utcText('s.expires_at')} as expires_at,
    ${utcText('s.revoked_at')} as revoked_at, ${utcText('s.two_step_at')} as two_step_at
  from user_sessions s left join applications a on a.id = s.application_id
  where s.user_id = $1 order by s.created_at, s.id`;

/* An address that is not proven to be the person's tells them nothing of who was invited, nor of the staff. */
const INVITATIONS = `
  select i.id, i.school_id, i.role, ${utcText('i.created_at')} as created_at, ${utcText('i.consumed_at')} as consumed_at,
    (${list(`select s.student_id, s.relation from invitation_students s
      where s.school_id = i.school_id and s.invitation_id = i.id order by s.student_id`)}) as students
  from invitations i join user_addresses held on held.email = i.email
  where held.user_id = $1 and held.verified_at is not null order by i.created_at, i.id`;

const VISIBILITY_CHANGES = `
  select v.school_id, case when v.guardian_id is null then 'address' else 'contact' end as subject,
    coalesce(v.guardian_id, v.student_id) as subject_id, v.visible, ${utcText('v.changed_at')} as changed_at
  from visibility_changes v
  where v.school_id in (select school_id from guardian)
    and (v.guardian_id in (select id from guardian) or v.student_id in (select student_id from guardian where restricted_at is null))
  order by v.changed_at, v.id`;

const NOTIFICATIONS = `
  select n.id, n.school_id, n.kind, n.title, n.body, n.target_type, n.target_id, ${utcText('n.read_at')} as read_at,
    ${utcText('n.created_at')} as created_at,
    (select json_build_object('state', d.state, 'attempts', d.attempts, 'ended_at', ${utcText('d.ended_at')})
      from mails d where d.school_id = n.school_id and d.notification_id = n.id) as mail
  from notifications n ${ofMember('n')} order by n.created_at, n.id`;

const MAIL_CHOICES = `
  select c.school_id, ${utcText('c.unsubscribed_at')} as unsubscribed_at, '${JSON.stringify(rhythmsOf())}'::jsonb || c.kinds as kinds
  from mail_choices c ${ofMember('c')} order by c.school_id`;

const QUIET_HOURS = `select q.begins as "from", q.ends as "to" from quiet_hours q where q.user_id = $1`;

const BOUNCES = `
  select b.email, b.bounces, ${utcText('b.bounced_at')} as bounced_at from bounced_addresses b
  where b.email in (select held.email from user_addresses held where held.user_id = $1) order by b.email`;

const SLIP_RESPONSES = `
  select r.chain_id as id, r.revision, r.school_id, r.slip_id, slip.title as slip_title, r.state, r.decision, r.answers,
    r.note, r.account_email, r.signed_by_name, r.relation, encode(coalesce(drawn.image, r.signature_image), 'base64') as signature_png_base64,
    ${utcText('r.signed_at')} as signed_at, version.statement, r.statement_version, r.statement_sha256,
    r.ip_address, r.user_agent, r.session_id, ${utcText('r.created_at')} as created_at,
    ${utcText('r.ended_at')} as ended_at,
    array(select s.student_id from permission_slip_response_students s
      where s.school_id = r.school_id and s.response_id = r.id order by s.student_id) as student_ids
  from permission_slip_responses r
  join permission_slips slip on slip.school_id = r.school_id and slip.id = r.slip_id
  join permission_slip_versions version on version.school_id = r.school_id and version.slip_id = r.slip_id
    and version.sha256 = r.statement_sha256
  left join drawn_signatures drawn on drawn.school_id = r.school_id and drawn.user_id = $1
    and drawn.sha256 = r.signature_sha256
  where r.signed_by_user_id = $1 order by r.created_at, r.id`;

const DEPARTURES = `
  select d.school_id, d.student_id, d.source, d.source_id from guardian_departures d where d.user_id = $1
  order by d.school_id, d.student_id, d.source, d.source_id`;

/* Without the token: whoever has it changes the choice. */
const FORMER_MEMBERSHIPS = `
  select d.school_id, d.profile_visibility, ${utcText('d.unsubscribed_at')} as unsubscribed_at,
    d.revoked_organization_ids, ${utcText('d.left_at')} as left_at
  from member_departures d where d.user_id = $1 order by d.left_at, d.school_id`;

const WITHDRAWALS = `
  select w.school_id, w.student_id, w.source, w.source_id from withdrawn_guardians w where w.user_id = $1
  order by w.school_id, w.student_id, w.source, w.source_id`;

/* In the order of the document. */
const LISTS_HELD = {
  memberships: MEMBERSHIPS,
  guardian_records: GUARDIAN_RECORDS,
  staff_records: STAFF_RECORDS,
  notes: NOTES,
  stars: STARS,
  lists: LISTS,
  organizations: ORGANIZATIONS,
  results: RESULTS,
  event_rsvps: EVENT_RSVPS,
  departures: DEPARTURES,
  former_memberships: FORMER_MEMBERSHIPS,
  withdrawals: WITHDRAWALS,
  calendar_subscriptions: SUBSCRIPTIONS,
  menu_subscriptions: MENU_SUBSCRIPTIONS,
  app_passwords: APP_PASSWORDS,
  photos: PHOTOS,
  attachments: ATTACHMENTS,
  sessions: SESSIONS,
  invitations: INVITATIONS,
  documents: DOCUMENTS,
  notices: NOTICES,
  readings: READINGS,
  acknowledgements: ACKNOWLEDGEMENTS,
  poll_responses: POLL_RESPONSES,
  signup_claims: SIGNUP_CLAIMS,
  confirmations: CONFIRMATIONS,
  corrections: CORRECTIONS,
  visibility_changes: VISIBILITY_CHANGES,
  notifications: NOTIFICATIONS,
  mail_choices: MAIL_CHOICES,
  quiet_hours: QUIET_HOURS,
  bounces: BOUNCES,
  permission_slip_responses: SLIP_RESPONSES,
};

const ofPerson = (rest: string): string => `
with member as materialized (select * from memberships where user_id = $1
), guardian as materialized (
  select g.* from member join guardians linked on linked.school_id = member.school_id and linked.membership_id = member.id
  join guardians g on ${isOfAccount('g', 'linked')}
), staff as materialized (
  select s.* from user_addresses held join staff_members s on lower(s.email) = held.email
  where held.user_id = $1 and held.verified_at is not null)
${rest}`;

/** $1: the person. The two that are no lists. */
export const STORED_ONCE = `select (${single(ACCOUNT)}) as account, (${single(CONTACT)}) as contact`;

export type StoredList = keyof typeof LISTS_HELD;

export const HELD_LISTS = Object.keys(LISTS_HELD) as StoredList[];

/** $1: the person. The records of one list, each as JSON. */
export const storedList = (name: StoredList): string =>
  ofPerson(`select row_to_json(one) as record from (${LISTS_HELD[name]}) one`);
