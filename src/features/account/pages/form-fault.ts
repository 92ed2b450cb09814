import { messages, type PlainMessageKey } from '../../../platform/messages/messages.js';
import { type FlashData, type HtmlPage, seeOther } from '../../../platform/pages/html-page.js';

/** The message about a field that was refused. */
export interface Fault {
  field: string;
  key: PlainMessageKey;
}

/** Back to the page of a refused form. @param typed values that the form keeps */
export const backToForm = (page: string, { field, key }: Fault, typed: FlashData = {}): HtmlPage =>
  seeOther(page, { field, key, ...typed });

/** The fault of the refused form, as the flash has it. */
export const faultIn = ({ field, key = '' }: FlashData): Fault | undefined =>
  field !== undefined && messages('en').isPlain(key) ? { field, key } : undefined;
