import { imagesAsText } from '../../../platform/rich-text/plain-text.js';
import { escapeHtml } from '../../../platform/text/html.js';
import type { AlertLetter, ClaimLines } from './alert-letter.js';
import { directionOf } from './mail-messages.js';

/*
 * Colours and sizes stand in a style sheet of the mail's own, light and dark; where a mail program drops it, plain HTML
 * of the right order is left. Nothing is loaded from anywhere, so that nobody learns who has read it.
 */
const STYLE = `
  body { margin: 0; padding: 0; background: #f3f4f6; color: #1f2937; }
  .page { max-width: 600px; margin: 0 auto; padding: 24px 12px; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
  .school { margin: 0 8px 12px; font-weight: 600; color: #4b5563; }
  .card { background: #ffffff; border-radius: 12px; padding: 24px; overflow-wrap: anywhere; }
  h1 { margin: 0 0 8px; font-size: 24px; line-height: 1.25; }
  .about { margin: 0 0 20px; color: #4b5563; font-size: 14px; }
  .lead { margin: 0 0 16px; font-weight: 600; }
  .text h2, .text h3, .text h4 { line-height: 1.3; margin: 20px 0 8px; }
  .text table { border-collapse: collapse; }
  .text td, .text th { border: 1px solid #d1d5db; padding: 4px 8px; text-align: start; }
  .text blockquote { margin: 16px 0; padding-inline-start: 12px; border-inline-start: 3px solid #d1d5db; }
  .image { color: #4b5563; font-style: italic; }
  .list { margin: 20px 0 0; padding: 12px 16px; border: 1px solid #d1d5db; border-radius: 8px; }
  .list h2 { margin: 0 0 4px; font-size: 14px; }
  .list li { margin: 4px 0; }
  .list ul { margin: 0; padding-inline-start: 20px; }
  .open { margin: 24px 0 0; }
  .button { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #1d4ed8; color: #ffffff; text-decoration: none; font-weight: 600; }
  .foot { margin: 16px 8px 0; color: #4b5563; font-size: 13px; }
  a { color: #1d4ed8; }
  a.button { color: #ffffff; }
  @media (max-width: 480px) { .page { padding: 12px 8px; } .card { padding: 16px; } h1 { font-size: 21px; } }
  @media (prefers-color-scheme: dark) {
    body { background: #111827; color: #f3f4f6; }
    .card { background: #1f2937; }
    .school, .about, .foot, .image { color: #b6bdc9; }
    .text td, .text th, .list { border-color: #4b5563; }
    .text blockquote { border-color: #4b5563; }
    a { color: #93c5fd; }
    .button { background: #2563eb; }
  }`;

/** For readers with formatting. */
export function letterAsHtml(letter: AlertLetter): string {
  const { words, locale, school, title, byline, time, lead } = letter;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(locale)}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<div class="page">
<p class="school" dir="auto">${escapeHtml(school)}</p>
<div class="card">
<h1 dir="auto">${escapeHtml(title)}</h1>
<p class="about" dir="auto">${[byline, time].flatMap((line) => (line ? [escapeHtml(line)] : [])).join('<br>')}</p>
${lead ? `<p class="lead" dir="auto">${escapeHtml(lead)}</p>\n` : ''}${claimsOf(letter)}${bodyOf(letter)}${filesOf(letter)}<p class="open">${link(letter.itemUrl, words.open, 'button')}</p>
</div>
<p class="foot" lang="${words.language}" dir="auto">${escapeHtml(words.reason(school))}<br>
${link(letter.unsubscribeUrl, words.unsubscribe)}</p>
</div>
</body>
</html>
`;
}

function bodyOf({ body, words }: AlertLetter): string {
  if (body === null) return '';
  const html = imagesAsText(body, (alt) => `<span class="image">${words.image(alt)}</span>`);
  return `<div class="text" dir="auto">${html}</div>\n`;
}

const filesOf = ({ attachments, words }: AlertLetter): string =>
  listOf(words.attachments, attachments.map(isolated));

function claimsOf({ claims, words }: AlertLetter): string {
  if (claims?.length === 0) return `<p dir="auto">${escapeHtml(words.noClaims)}</p>\n`;
  return listOf(words.claims, claims?.map(entryOf) ?? []);
}

/** The title first and clear; beside it, in lines of their own, what may be written the other way. */
const entryOf = ({ what, details }: ClaimLines): string =>
  [`<strong>${isolated(what)}</strong>`, ...details.map(isolated)].join('<br>');

function listOf(heading: string, entries: string[]): string {
  if (entries.length === 0) return '';
  const lines = entries.map((entry) => `<li>${entry}</li>`).join('\n');
  return `<div class="list"><h2>${escapeHtml(heading)}</h2>\n<ul>\n${lines}\n</ul></div>\n`;
}

const isolated = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;

const link = (url: string, words: string, style?: string): string =>
  `<a href="${escapeHtml(url)}"${style ? ` class="${style}"` : ''}>${escapeHtml(words)}</a>`;
