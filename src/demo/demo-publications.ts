import { Temporal } from 'temporal-polyfill';
import { fromProjectRoot } from '../platform/config/project-root.js';
import type { ContentFile } from '../imports/content/content-file.schema.js';
import type { DemoDocument } from './data/documents.js';
import type { DemoNotice } from './data/notices.js';
import { audienceOf } from './demo-students.js';

/** Where the files of the documents are. */
export const DEMO_FILES = fromProjectRoot('src/demo/files');

/** Items that a school publishes. */
export interface Publications {
  notices: DemoNotice[];
  documents: DemoDocument[];
}

interface Loading {
  /** IANA name. */
  timeZone: string;
  /** YYYY-MM-DD at the school. */
  today: string;
}

/** Some are over on the day of loading, some begin later; nobody is alerted of any. */
export function publicationEntries(
  { notices, documents }: Publications,
  { timeZone, today }: Loading,
): Required<Pick<ContentFile, 'notices' | 'documents'>> {
  const at = (days: number): string => {
    const morning = Temporal.PlainDate.from(today).add({ days }).toPlainDateTime({ hour: 7 });
    return morning.toZonedDateTime(timeZone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
  };
  return {
    notices: notices.map(({ days: [from, until], audience, picture: _picture, file: _file, ...notice }) => ({
      ...notice,
      starts_at: at(from),
      expires_at: at(until),
      audience: audience && audienceOf(audience, today),
      send_alert: false,
    })),
    documents: documents.map(({ audience, ...document }) => ({
      ...document,
      audience: audience && audienceOf(audience, today),
      send_alert: false,
    })),
  };
}
