import { extensionOf, IMAGE_TYPES } from '../images/image-type.js';

const extension = (type: string): string =>
  `case ${type} ${IMAGE_TYPES.map((known) => `when '${known}' then '${extensionOf(known)}'`).join(' ')} end`;

/**
 * The key of every object that a row says is there. `required` is false for what nothing uses yet, and that goes by
 * itself a day after it was uploaded.
 */
export const NAMED_OBJECTS = `
  select 'student-photos/' || student_id || '.' || ${extension('content_type')} as key, true as required from student_photos
  union all
  select 'parent-photos/' || membership_id || '.' || ${extension('content_type')}, true from parent_photos
  union all
  select 'organization-photos/' || organization_id || '/' || id || '.' || ${extension('content_type')}, true
  from organization_photos
  union all
  select key, num_nonnulls(document_id, notice_id) > 0 from attachments
  union all
  select key, unused_since is null from embedded_images
  union all
  select 'menu-images/' || image_name, true from menu_entries where image_name is not null
  order by 1`;
