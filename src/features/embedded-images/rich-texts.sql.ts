import { isAddressedTo, isManagedBy, type AudienceViewer } from '../../access/audience.js';
import { isOrganizationThere } from '../../access/organization-access.js';
import type { SchoolFeature } from '../../access/school-feature.js';
import { isEventDeleted, isEventShown, isSeriesShown } from '../calendar/event-visibility.js';

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

const isReadable = (viewer: ImageViewer): string =>
  `(${isAddressedTo('item', viewer)} or ${isManagedBy('item', viewer)})`;

/** Out of its window a notice is read by who manages it alone (contract section 14, rule 11). */
const isNoticeShown = (viewer: ImageViewer): string =>
  `(${isAddressedTo('item', viewer)}
    and item.starts_at <= ${viewer.now}::timestamptz and item.expires_at > ${viewer.now}::timestamptz
    or ${isManagedBy('item', viewer)})`;

/** Every table that holds rich text: a new one is a line here, and its writers call ImageEmbeddingService. */
const RICH_TEXTS: RichTexts[] = [
  {
    table: 'documents',
    column: 'description',
    isShownTo: (viewer) => `${isOn('document_library', viewer)} and ${isReadable(viewer)}`,
  },
  {
    table: 'school_details',
    column: 'description',
    isShownTo: (viewer) => isOn('document_library', viewer),
  },
  {
    table: 'notices',
    column: 'body',
    isShownTo: (viewer) => `${isOn('notices', viewer)} and ${isNoticeShown(viewer)}`,
  },
  {
    table: 'events',
    column: 'description',
    isItem: `not ${isEventDeleted('item')}`,
    isShownTo: (viewer) => `${isOn('calendar', viewer)} and ${isEventShown('item', viewer)}`,
  },
  {
    table: 'event_series',
    column: 'description',
    isShownTo: (viewer) => `${isOn('calendar', viewer)} and ${isSeriesShown('item', viewer)}`,
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

/** The same but for the items that this transaction has written: what they embed is still to be allowed. */
export const wasShownTo = (image: string, viewer: ImageViewer): string =>
  someText(
    image,
    ({ isShownTo: isShown }) => `item.xmin <> pg_current_xact_id()::xid and ${isShown(viewer)}`,
  );
