import { storedRichText } from '../../rich-text/stored-rich-text.js';
import type { OrganizationChanges } from './organization.dto.js';
import type { OrganizationTexts } from './organizations.repository.js';

/**
 * As they are stored.
 * @throws ValidationFailedError for a description that is too long
 */
export const textsOf = ({ description, website, meeting_info }: OrganizationChanges): OrganizationTexts => ({
  ...(description !== undefined && { description: storedRichText('description', description) }),
  ...(website !== undefined && { website }),
  ...(meeting_info !== undefined && { meetingInfo: meeting_info }),
});
