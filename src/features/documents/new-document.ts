import { randomUUID } from 'node:crypto';
import { audienceFrom } from '../../policy/audience.dto.js';
import { merged } from '../../platform/text/merged.js';
import { storedRichText } from '../../platform/rich-text/rich-text.js';
import type { DetailsOf, Origin } from '../publishing/publication.js';
import type { DocumentChanges, DocumentInput } from './document.dto.js';
import type { Document } from './document.entity.js';

/** @throws ValidationFailedError */
export function newDocument(input: DocumentInput, origin: Origin, now: Date): Document {
  return {
    ...detailsFrom(input, null),
    ...origin,
    id: randomUUID(),
    createdAt: now,
    updatedAt: now,
  };
}

/** @throws ValidationFailedError */
export const changedDocument = (document: Document, input: DocumentChanges, now: Date): Document => ({
  ...document,
  ...detailsFrom(input, document),
  updatedAt: now,
});

function detailsFrom(input: DocumentChanges, present: Document | null): DetailsOf<Document> {
  const organizationId = merged(input.organization_id, present?.organizationId);
  return {
    title: input.title ?? present?.title ?? '',
    description:
      input.description === undefined
        ? (present?.description ?? null)
        : storedRichText('description', input.description),
    categoryId: merged(input.category_id, present?.categoryId),
    organizationId,
    ...audienceFrom(input.audience, organizationId, present),
  };
}
