import { etagValueOf, PreparedJson, SerializedJson } from '../../../platform/http/prepared-json.js';

/** A comment that is there: within a text its quotes would be escaped. */
const COMMENT = /"comment" ?: ?"/;

/** Events as the database has written them. A list with a comment of the reader's own is never compressed (contract section 0, rule 16). */
export const eventsJson = (text: string): SerializedJson | PreparedJson =>
  COMMENT.test(text)
    ? new PreparedJson([Buffer.from(text)], etagValueOf(text), true)
    : new SerializedJson(text);
