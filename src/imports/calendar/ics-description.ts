import { decodedEntities } from '../../platform/rich-text/plain-text.js';
import { sanitizedRichText } from '../../platform/rich-text/rich-text.js';
import { normalizeText } from '../../platform/text/normalize.js';
import { toParagraphs } from '../content/content-images.js';
import { plainText, type IcsProperty } from './ics-components.js';

/** Text of an event, as a request would have it. */
export interface IcsDescription {
  /** HTML; null when it says nothing. */
  html: string | null;
  /** Where that is not all of it: how it begins, and the characters that are kept. */
  cut: { begins: string; most: number } | null;
  /** The first words of a formatted text that says something else than the one that was taken. */
  dropped: string | null;
}

/** Characters that are looked at. */
const MAX_READ = 50_000;
const MAX_PLAIN = 8_000;
const MAX_HTML = 20_000;

/**
 * The description of an event. Text that is marked as HTML, or has elements of it, is rich text; in any other text `<` is
 * itself. The formatted text that Outlook, RFC 9073 and Thunderbird have beside the plain one is taken where it has all
 * words of the plain one.
 * @param properties of the event
 */
export function descriptionOf(properties: IcsProperty[]): IcsDescription {
  const plain = properties.find(({ name }) => name === 'DESCRIPTION');
  const given = plain ? readText(plain) : '';
  const formatted = properties.flatMap(formattedOf).find((html) => sanitizedRichText(html).html !== null);
  if (formatted !== undefined && hasAllWords(formatted, given)) return asHtml(formatted, null);
  const isOther = formatted !== undefined && !hasAllWords(given, formatted);
  const dropped = isOther ? wordsOf(formatted).slice(0, 8).join(' ') : null;
  const html = htmlIn(given, plain?.params.FMTTYPE);
  return html === null ? asPlain(given, dropped) : asHtml(html, dropped);
}

function asHtml(given: string, dropped: string | null): IcsDescription {
  // Those of elsewhere are not shown: what they say is.
  const html = given.replace(/<img\s[^<>]*>/gi, (image) => /\salt="([^"]*)"/i.exec(image)?.[1] ?? '');
  return { html: shortened(html, MAX_HTML), cut: cutAt(html, MAX_HTML), dropped };
}

function asPlain(given: string, dropped: string | null): IcsDescription {
  const text = normalizeText(given, 'several lines');
  const html = text && toParagraphs(shortened(text, MAX_PLAIN)).replace(/&amp;(#?\w{2,31};)/g, '&$1');
  return { html, cut: cutAt(text ?? '', MAX_PLAIN), dropped };
}

const readText = ({ value }: IcsProperty): string => plainText(value.slice(0, MAX_READ));

function formattedOf(property: IcsProperty): string[] {
  const { name, params } = property;
  if (name === 'X-ALT-DESC' || name === 'STYLED-DESCRIPTION') {
    const html = htmlIn(readText(property), params.FMTTYPE);
    return html === null ? [] : [html];
  }
  const begins =
    name === 'DESCRIPTION' ? /^data:text\/html(?:;charset=[\w-]+)?,/i.exec(params.ALTREP ?? '') : null;
  if (!begins) return [];
  try {
    return [decodeURIComponent(params.ALTREP!.slice(begins[0].length))];
  } catch {
    return [];
  }
}

/** The address of a link counts as words: a plain text has it beside what is linked. */
function hasAllWords(text: string, of: string): boolean {
  const addresses = [...text.matchAll(/"([^"<>]*)"/g)].map(([, address]) => address);
  const words = new Set([...wordsOf(text), ...wordsOf(addresses.join(' '))]);
  return wordsOf(of).every((word) => words.has(word));
}

const wordsOf = (text: string): string[] =>
  decodedEntities(text.replace(/<[^<>]*>/g, ' ')).match(/[\p{L}\p{N}]+/gu) ?? [];

const BREAK = /<(?:br|hr)(?:\s[^<>]*|\/)?>/i;
const BLOCK = /<(?:p|div|ul|ol|li|table|tr|td|th|blockquote|h[1-6]|body|html)(?:\s[^<>]*|\/)?>/i;
// Bounded: 50,000 characters (MAX_READ), in which an element has its end before the next one begins.
const ELEMENT =
  /<(p|div|ul|ol|li|table|tr|td|th|blockquote|h[1-6]|body|html|a|b|strong|i|em|u|s|span|font|small|big|sub|sup|center)(?:\s[^<>]*)?>/gi;

/** The text as HTML; null where it is none. */
function htmlIn(text: string, type: string | undefined): string | null {
  if (/^text\/html/i.test(type ?? '') || isHtml(text)) return withBreaks(text);
  if (/<[a-z/]/i.test(text)) return null;
  // There are programs that escape it twice.
  const decoded = decodedEntities(text);
  return decoded !== text && isHtml(decoded) ? withBreaks(decoded) : null;
}

/** A word alone in angle brackets is no element: one has its end behind it, or is a block with which the text begins. */
const isHtml = (text: string): boolean =>
  BREAK.test(text) || (/^\s*</.test(text) && BLOCK.test(text)) || endsBehind(text.toLowerCase());

function endsBehind(text: string): boolean {
  const begins = new Map<string, number>();
  for (const { 1: name, index } of text.matchAll(ELEMENT)) if (!begins.has(name!)) begins.set(name!, index);
  return [...begins].some(([name, index]) => text.lastIndexOf(`</${name}>`) > index);
}

/** Line breaks are kept where nothing else breaks the lines; divisions are paragraphs. */
function withBreaks(html: string): string {
  const blocks = html.replace(/<(\/?)div(?=[\s/>])/gi, '<$1p');
  if (BLOCK.test(blocks)) return blocks;
  const lines = blocks.trim().split('\n');
  return lines.reduce((text, line) => text + (isBroken(text, line) ? '\n' : '<br>') + line);
}

const isBroken = (before: string, after: string): boolean =>
  /<(?:br|hr)\s*\/?>$/i.test(before.slice(-20).trimEnd()) || /^\s*<(?:br|hr)\b/i.test(after.slice(0, 20));

const cutAt = (text: string, most: number): IcsDescription['cut'] =>
  text.length > most ? { begins: text.slice(0, 40), most } : null;

/** At most so many characters, none of them in halves. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('');
