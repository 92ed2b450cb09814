import type { AudienceViewer } from '../../access/audience.js';
import { isOrganizationThere } from '../../access/organization-access.js';
import type { SchoolFeature } from '../../access/school-feature.js';
import { isEventDeleted, isEventShown, isEventThere } from '../calendar/event-visibility.js';
import { isDocumentShown } from '../documents/document-visibility.js';
import { isNoticeShown } from '../notices/notice-visibility.js';
import { isSlipShown } from '../permission-slips/slip-visibility.js';
import { isPollShown } from '../polls/poll-visibility.js';
import { isSignupShown } from '../signups/signup-visibility.js';

/** Whom the conditions are evaluated for; all are placeholders. */
export interface ImageViewer extends AudienceViewer {
  /** `text[]`: the features that the school has turned on. */
  features: string;
}

/** A table of rich texts, the rows of which are called `item`. */
interface RichTexts {
  table: string;
  column: string;
  /** False for a row that is no item any more. */
  isItem?: string;
  /** The condition of the item's own reads. */
  isShownTo: (viewer: ImageViewer) => string;
}

const isOn = (feature: SchoolFeature, { features }: ImageViewer): string =>
  `'${feature}' = any (${features}::text[])`;

/** Every table that holds rich text: a new one is a line here, and its writers call ImageEmbeddingService. */
const RICH_TEXTS: RichTexts[] = [
  {
    table: 'documents',
    column: 'description',
    isShownTo: (viewer) => `${isOn('document_library', viewer)} and ${isDocumentShown('item', viewer)}`,
  },
  {
    table: 'school_details',
    column: 'description',
    isShownTo: (viewer) => isOn('document_library', viewer),
  },
  {
    table: 'notices',
    column: 'body',
    isShownTo: (viewer) => `${isOn('notices', viewer)} and ${isNoticeShown('item', viewer)}`,
  },
  {
    table: 'polls',
    column: 'description',
    isShownTo: (viewer) => `${isOn('polls', viewer)} and ${isPollShown('item', viewer)}`,
  },
  {
    table: 'signups',
    column: 'description',
    isShownTo: (viewer) => `${isOn('signups', viewer)} and ${isSignupShown('item', viewer)}`,
  },
  {
    table: 'permission_slips',
    column: 'body',
    isShownTo: (viewer) => `${isOn('signups', viewer)} and ${isSlipShown('item', viewer)}`,
  },
  {
    table: 'events',
    column: 'description',
    isItem: `not ${isEventDeleted('item')}`,
    isShownTo: (viewer) =>
      `${isOn('calendar', viewer)} and ${isEventThere('item', viewer.now)} and ${isEventShown('item', viewer)}`,
  },
  {
    table: 'event_series',
    column: 'description',
    isShownTo: (viewer) => `${isOn('calendar', viewer)} and ${isEventShown('item', viewer)}`,
  },
  {
    table: 'organizations',
    column: 'description',
    isShownTo: ({ admin }) => isOrganizationThere('item', admin),
  },
];

/** With the tag, which a text can have no other way: a reader who only writes the words has embedded nothing. */
const someText = (image: string, condition: (texts: RichTexts) => string): string =>
  `(${RICH_TEXTS.map(
    (texts) => `exists (select from ${texts.table} item where item.school_id = ${image}.school_id
      and strpos(item.${texts.column}, '<img src="image:' || ${image}.id || '"') > 0
      and ${texts.isItem ?? 'true'} and ${condition(texts)})`,
  ).join('\n or ')})`;

/** True for a row of `embedded_images` that some item of its school embeds. */
export const isEmbedded = (image: string): string => someText(image, () => 'true');

/** True where an item that embeds it is visible to the caller (contract section 0, rule 13). */
export const isShownTo = (image: string, viewer: ImageViewer): string =>
  someText(image, ({ isShownTo: isShown }) => isShown(viewer));

/**
 * The same but for the items that this transaction has written, be it behind a savepoint: what they embed is still to
 * be allowed. Their age is 0 or less; so is that of what others wrote since, which can be embedded a moment later.
 */
export const wasShownTo = (image: string, viewer: ImageViewer): string =>
  someText(image, ({ isShownTo: isShown }) => `age(item.xmin) > 0 and ${isShown(viewer)}`);
