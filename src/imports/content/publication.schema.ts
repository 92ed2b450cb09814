import { z } from 'zod';
import { audienceSchema } from './audience.schema.js';
import { moment, name, optionalText, RICH_TEXT_LENGTH } from './schema-fields.js';

/** Contract section 1, DocumentInput. */
const MOST_FILES = 20;

/** What a notice and a document have in common. */
const published = {
  key: name(),
  title: name(),
  category: optionalText().describe('One of the categories of the school, by name.'),
  organization: optionalText().describe('By short_name.'),
  audience: audienceSchema.nullish(),
  send_alert: z
    .boolean()
    .nullish()
    .describe('Whether an entry that is new tells its audience, as in the API; true unless it says false.'),
};

const RICH = 'HTML; what rich text may not hold is dropped.';

export const noticeSchema = z
  .object({
    ...published,
    body: optionalText(RICH_TEXT_LENGTH).describe(`${RICH} Required for a notice that is not there yet.`),
    starts_at: moment().describe('Now for a new one when absent; it alerts then.'),
    expires_at: moment().describe(
      'Required for a notice that is not there yet. One that is over alerts nobody.',
    ),
    pinned: z.boolean().nullish(),
  })
  .describe('Matched by key. What an entry does not name is kept.');

export const documentSchema = z
  .object({
    ...published,
    description: optionalText(RICH_TEXT_LENGTH).describe(RICH),
    files: z
      .array(z.string().min(1).max(1000))
      .max(MOST_FILES)
      .nullish()
      .describe(
        'Paths from the folder of the content file, and below it; all of them, in this order. PDF, doc, docx, xls, xlsx, JPEG or PNG, 10 MB at most.',
      ),
  })
  .describe('Matched by key. What an entry does not name is kept.');

export type NoticeEntry = z.output<typeof noticeSchema>;
export type DocumentEntry = z.output<typeof documentSchema>;
