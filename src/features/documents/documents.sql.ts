import { isManagedBy } from '../../access/audience.js';
import { VIEWER } from '../../access/viewer.js';
import { utcText } from '../../database/utc-text.js';
import { shownItem, withItem } from '../publishing/shown-item.js';
import { isDocumentListed, isDocumentShown } from './document-visibility.js';

const DOCUMENT = `
  d.id, d.title, d.description, false as is_school_details, ${shownItem('d', 'document')}`;

const SCHOOL_DETAILS = `
  select 'school-details' as id, s.title, s.description, true as is_school_details, null as category,
    null as organization_id, null as organization_name, '[]'::json as attachments, null as created_by_name,
    ${utcText('s.updated_at')} as created_at, ${utcText('s.updated_at')} as updated_at
  from school_details s where s.school_id = $1`;

const ADDRESSED = `
  select ${DOCUMENT} from documents d ${withItem('d')}
  where ${isDocumentListed('d', VIEWER)}
  order by c.position nulls last, d.title, d.id`;

export const DOCUMENTS = `
  select '{"documents":[' || concat_ws(',',
    (select row_to_json(details)::text from (${SCHOOL_DETAILS}) details),
    (select string_agg(row_to_json(document)::text, ',') from (${ADDRESSED}) document)) || ']}' as text`;

/** $5, after the viewer's parameters. */
export const SEEN_DOCUMENT = `
  select ${DOCUMENT}, ${isManagedBy('d', VIEWER)} as managed,
    exists (select from document_openings opening
      where opening.membership_id = $2 and opening.document_id = d.id) as opened
  from documents d ${withItem('d')}
  where d.id = $5 and ${isDocumentShown('d', VIEWER)}`;

/** Once; a document or a member that is gone meanwhile opens nothing. */
export const OPEN = `
  insert into document_openings (membership_id, document_id, school_id, opened_at)
  select m.id, d.id, d.school_id, $3 from memberships m, documents d where m.id = $1 and d.id = $2
  for key share on conflict do nothing`;
