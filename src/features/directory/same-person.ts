const nameOf = (guardian: string): string => `lower(${guardian}.first_name || ' ' || ${guardian}.last_name)`;

/**
 * SQL: whether the guardian record `guardian` is of the member whom `linked` is linked to. By two sources a person may be
 * on file twice for one student, where only one record is linked: the other one has the same email and name.
 */
export const isSamePerson = (guardian: string, linked: string): string => `
  (${guardian}.student_id = ${linked}.student_id and (${guardian}.id = ${linked}.id or (${guardian}.membership_id is null
    and ${guardian}.email = ${linked}.email and ${nameOf(guardian)} = ${nameOf(linked)})))`;

/** SQL that puts those of `guardian` first that have the name of the member, `memberships m` and `users u`. */
export const namesakesFirst = (guardian: string): string => `
  (${nameOf(guardian)} = lower((coalesce(m.first_name, u.first_name) || ' ' || coalesce(m.last_name, u.last_name))
    collate "und-x-icu")) is true desc`;
