import { utcText } from '../../platform/database/utc-text.js';
import type { AttachedItem } from './attached-item.js';

/** SQL for the attachments of an item, as a JSON array of DocumentAttachment in their order. */
export const attachmentsOf = (item: string, type: AttachedItem['type']): string => `
  coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'file_name', a.file_name,
      'content_type', a.content_type, 'size_bytes', a.size_bytes, 'uploaded_at', ${utcText('a.uploaded_at')})
      order by a.position, a.id)
    from attachments a where a.school_id = ${item}.school_id and a.${type}_id = ${item}.id), '[]')`;
