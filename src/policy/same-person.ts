/** SQL: the name of a guardian, as it is compared. */
export const nameOf = (guardian: string): string =>
  `lower((${guardian}.first_name || ' ' || ${guardian}.last_name) collate "und-x-icu")`;

const MEMBER_NAME = `
  lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name)) collate "und-x-icu")`;

/**
 * SQL: whether `record` is a second record of the person of `linked`. Two sources may bring a person twice for one student, and
 * only one of the records is linked. The other one has the same email, and the name of the linked record or of the member,
 * since a source may set back either record alone.
 * @param name SQL, in small letters
 */
const isSecond = (record: string, name: string, linked: string): string => `
  (${record}.school_id = ${linked}.school_id and ${record}.student_id = ${linked}.student_id
    and ${record}.email = ${linked}.email
    and (${name} = ${nameOf(linked)} or ${name} = (
      select ${MEMBER_NAME} from memberships m join users u on u.id = m.user_id
      where m.school_id = ${linked}.school_id and m.id = ${linked}.membership_id)))`;

const belongsToSamePerson = (guardian: string, linked: string, more = ''): string => `
  (${guardian}.school_id = ${linked}.school_id and ${guardian}.student_id = ${linked}.student_id and (
    ${guardian}.id = ${linked}.id ${more}
    or ${guardian}.membership_id is null and ${isSecond(guardian, nameOf(guardian), linked)}))`;

/** SQL: whether the guardian record `guardian` is of the member whom `linked` is linked to. */
export const isSamePerson = (guardian: string, linked: string): string =>
  belongsToSamePerson(guardian, linked);

/**
 * SQL: whether the guardian record `guardian` is one of the account of the member whom `linked` is linked to: their own, or of
 * somebody else of the student who shares the mailbox.
 */
export const isOfAccount = (guardian: string, linked: string): string =>
  belongsToSamePerson(guardian, linked, `or ${guardian}.shared_membership_id = ${linked}.membership_id`);

/**
 * SQL: whether what a source says of a guardian, `given`, makes it a second record of somebody whose contact is hidden.
 */
export const isHiddenSecond = (given: string): string => `exists (
  select from guardians linked
  where linked.school_id = ${given}.school_id and linked.id is distinct from ${given}.id
    and linked.profile_visibility = 'name_only' and not linked.hidden_by_default
    and ${isSecond(given, nameOf(given), 'linked')})`;

/** SQL: whether `guardian` has the name of the person `users u`, `memberships m` where they are a member, or nobody knows theirs. */
export const isNamesake = (guardian: string): string => `
  (${MEMBER_NAME} is null or ${nameOf(guardian)} = ${MEMBER_NAME})`;

/** SQL that puts those of `guardian` first that have the name of the member, `memberships m` and `users u`. */
export const namesakesFirst = (guardian: string): string => `
  (${nameOf(guardian)} = ${MEMBER_NAME}) is true desc`;

/**
 * SQL: whether `guardian`, with the email of the member `memberships m` and `users u`, may take the place of the link
 * `byHand`: by the name, or where the member has none, unless the one is the mother and the other the father.
 */
export const mayBeMember = (guardian: string, byHand: string): string => `
  (case when ${MEMBER_NAME} is not null then ${nameOf(guardian)} = ${MEMBER_NAME}
    else (${guardian}.relation, ${byHand}.relation) not in (('mother', 'father'), ('father', 'mother')) end)`;

/** SQL, an array: this address, and all others of the account that has proven it. */
export const addressesWith = (email: string): string => `array(
  select own.email from user_addresses asked join user_addresses own on own.user_id = asked.user_id
  where asked.email = ${email} and asked.verified_at is not null and own.verified_at is not null
  union select ${email}::text)`;
