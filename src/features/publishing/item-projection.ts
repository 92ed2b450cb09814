import { utcText } from '../../platform/database/utc-text.js';
import type { AttachedItem } from '../attachments/attached-item.js';
import { memberContact } from '../../policy/member-contact.js';
import { fullName } from '../../policy/name-order.js';

/** SQL for ItemCategory, of a row of `categories` that may be missing. */
export const categoryProjection = (category: string): string =>
  `case when ${category}.id is not null then
    json_build_object('id', ${category}.id, 'name', ${category}.name, 'color', ${category}.color) end`;

/** SQL for the attachments of an item, as a JSON array of DocumentAttachment in their order. */
export const attachmentsOf = (item: string, type: AttachedItem['type']): string => `
  coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'file_name', a.file_name,
      'content_type', a.content_type, 'size_bytes', a.size_bytes, 'uploaded_at', ${utcText('a.uploaded_at')})
      order by a.position, a.id)
    from attachments a where a.school_id = ${item}.school_id and a.${type}_id = ${item}.id), '[]')`;

/** SQL for what documents and notices show alike, of a row that is joined `withItem`. */
export const itemProjection = (item: string, type: AttachedItem['type']): string => `
  ${categoryProjection('c')} as category, ${item}.organization_id, o.name as organization_name,
  ${attachmentsOf(item, type)} as attachments, author.name as created_by_name,
  ${utcText(`${item}.created_at`)} as created_at, ${utcText(`${item}.updated_at`)} as updated_at`;

/** SQL of the `name` of who made an item of a school: none where nobody knows one, or who is no active member any more. */
export const authorProjection = (school: string, membership: string): string => `
  select nullif(${fullName('person')}, '') as name
  from memberships m join users u on u.id = m.user_id ${memberContact('null')}
  where m.school_id = ${school} and m.id = ${membership} and m.deactivated_at is null`;

/** To be joined to the item. */
export const withItem = (item: string): string => `
  left join categories c on c.school_id = ${item}.school_id and c.id = ${item}.category_id
  left join organizations o on o.school_id = ${item}.school_id and o.id = ${item}.organization_id
  left join lateral (
    ${authorProjection(`${item}.school_id`, `${item}.created_by_membership_id`)}
  ) author on true`;

/** SQL: the proven address of the member who wrote an item; null for someone who is no active member any more. */
export const authorAddress = (school: string, author: string): string => `(
  select writer.email from memberships by_member
  join users writer on writer.id = by_member.user_id and writer.email_verified_at is not null
  where by_member.school_id = ${school} and by_member.id = ${author} and by_member.deactivated_at is null)`;
