import { ValidationFailedError } from '../../errors/app-error.js';
import { sanitizedRichText } from '../../rich-text/rich-text.js';
import type { OrganizationChanges } from './organization.dto.js';
import type { OrganizationTexts } from './organizations.repository.js';

/** As they are stored. */
export const textsOf = ({ description, website, meeting_info }: OrganizationChanges): OrganizationTexts => ({
  ...(description !== undefined && { description: description && storedDescription(description) }),
  ...(website !== undefined && { website }),
  ...(meeting_info !== undefined && { meetingInfo: meeting_info }),
});

function storedDescription(given: string): string | null {
  const { html } = sanitizedRichText(given);
  if (html && html.length > MOST)
    throw invalid(`description must be shorter than or equal to ${MOST} characters`);
  return html;
}

/** Characters, as it is stored: what the caller reads they may send back. */
const MOST = 50_000;

const invalid = (message: string): ValidationFailedError =>
  new ValidationFailedError('The request is not valid.', { fields: [{ path: 'description', message }] });
