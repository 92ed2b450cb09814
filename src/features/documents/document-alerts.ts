import { VIEWER } from '../../policy/audience.js';
import { isDocumentVisible } from '../../policy/document-visibility.js';
import { isMailedAlert, mailedAttachments } from '../alerts/alert-audience.js';
import type { AlertKind, NotifiedItems } from '../alerts/alert-kinds.js';
import { isTarget, ofSchool, reasonWhenHidden } from '../alerts/notifications/notification-targets.js';

const CREATED: AlertKind = { kind: 'document_created' };

const AVAILABILITY = `
  select item.organization_id, ${reasonWhenHidden(isDocumentVisible('item', VIEWER), 'not_visible')} as hidden
  from documents item where ${isTarget('document')}`;

const CONTENT = `
  select 'document', 'document_library', document.id::text, document.title, document.description, document.organization_id,
    document.created_by_membership_id, document.created_at, null, ${mailedAttachments('document')}, null, false, false, null
  from documents document
  where ${isMailedAlert('document', [CREATED])}`;

export const DOCUMENT_ALERTS: NotifiedItems = {
  target: { feature: 'document_library', path: ofSchool('documents'), availability: AVAILABILITY },
  alerts: {
    table: 'documents',
    feature: 'document_library',
    author: 'item.created_by_membership_id',
    kinds: [CREATED],
    contents: [CONTENT],
  },
};
