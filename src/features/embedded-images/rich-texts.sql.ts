import type { AudienceViewer } from '../../policy/audience.js';
import { isOrganizationVisible } from '../../policy/organization-access.js';
import { RICH_TEXT_COLUMNS, type RichTextTable } from '../../policy/rich-text-columns.js';
import type { SchoolFeature } from '../../policy/school-feature.js';
import { isEventDeleted, isEventVisible, isEventRetained } from '../../policy/event-visibility.js';
import { isDocumentVisible } from '../../policy/document-visibility.js';
import { isNoticeVisible } from '../../policy/notice-visibility.js';
import { isSlipVisible } from '../../policy/slip-visibility.js';
import { isPollVisible } from '../../policy/poll-visibility.js';
import { isSignupVisible } from '../../policy/signup-visibility.js';

/** The reader for whom the conditions are evaluated; all members are placeholders. */
export interface ImageViewer extends AudienceViewer {
  /** `text[]`: the features that the school has turned on. */
  features: string;
}

/** A table of rich texts, the rows of which are called `item`. */
interface RichTexts {
  table: RichTextTable;
  /** False for a row that is no item any more. */
  isItem?: string;
  /** The condition of the item's own reads. */
  isVisibleTo: (viewer: ImageViewer) => string;
}

const isOn = (feature: SchoolFeature, { features }: ImageViewer): string =>
  `'${feature}' = any (${features}::text[])`;

/** Every table that holds rich text: a new one is a line here, and its writers call ImageEmbeddingService. */
const RICH_TEXTS: RichTexts[] = [
  {
    table: 'documents',
    isVisibleTo: (viewer) => `${isOn('document_library', viewer)} and ${isDocumentVisible('item', viewer)}`,
  },
  {
    table: 'school_details',
    isVisibleTo: (viewer) => isOn('document_library', viewer),
  },
  {
    table: 'notices',
    isVisibleTo: (viewer) => `${isOn('notices', viewer)} and ${isNoticeVisible('item', viewer)}`,
  },
  {
    table: 'polls',
    isVisibleTo: (viewer) => `${isOn('polls', viewer)} and ${isPollVisible('item', viewer)}`,
  },
  {
    table: 'signups',
    isVisibleTo: (viewer) => `${isOn('signups', viewer)} and ${isSignupVisible('item', viewer)}`,
  },
  {
    table: 'permission_slips',
    isVisibleTo: (viewer) => `${isOn('signups', viewer)} and ${isSlipVisible('item', viewer)}`,
  },
  {
    table: 'events',
    isItem: `not ${isEventDeleted('item')}`,
    isVisibleTo: (viewer) =>
      `${isOn('calendar', viewer)} and ${isEventRetained('item', viewer.now)} and ${isEventVisible('item', viewer)}`,
  },
  {
    table: 'event_series',
    isVisibleTo: (viewer) => `${isOn('calendar', viewer)} and ${isEventVisible('item', viewer)}`,
  },
  {
    table: 'organizations',
    isVisibleTo: ({ admin }) => isOrganizationVisible('item', admin),
  },
];

/** Found by the index that each column has of the ids in it; a reader who writes the words of a tag has embedded nothing. */
const someText = (image: string, condition: (texts: RichTexts) => string): string =>
  `(${RICH_TEXTS.map(
    (texts) => `exists (select from ${texts.table} item where item.school_id = ${image}.school_id
      and embedded_image_ids(item.${RICH_TEXT_COLUMNS[texts.table]}) @> array[${image}.id::text]
      and ${texts.isItem ?? 'true'} and ${condition(texts)})`,
  ).join('\n or ')})`;

/** True for a row of `embedded_images` that some item of its school embeds. */
export const isEmbedded = (image: string): string => someText(image, () => 'true');

/** True where an item that embeds it is visible to the caller (contract section 0, rule 13). */
export const isVisibleTo = (image: string, viewer: ImageViewer): string =>
  someText(image, ({ isVisibleTo: isVisible }) => isVisible(viewer));

/**
 * True where an item visible to the caller embeds it, without items that this transaction has written, be it behind a
 * savepoint: their images have yet to be allowed. Their age is 0 or less; so is that of items that others wrote since, whose
 * images can be embedded a moment later.
 */
export const wasVisibleTo = (image: string, viewer: ImageViewer): string =>
  someText(image, ({ isVisibleTo: isVisible }) => `age(item.xmin) > 0 and ${isVisible(viewer)}`);
