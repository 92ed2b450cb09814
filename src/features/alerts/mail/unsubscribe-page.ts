import { escapeHtml } from '../../../text/html.js';
import { singleLine } from '../../../text/single-line.js';
import type { FoundChoice } from './mail-choices.repository.js';
import { mailWords, type MailWords } from './mail-words.js';

export type UnsubscribeStep = 'asked' | 'done';

const STYLE = `
  :root { color-scheme: light dark; }
  body { max-width: 32rem; margin: 4rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif; text-align: center; }
  button { font: inherit; padding: 0.6rem 1.2rem; }`;

/** A page that asks before it changes anything, or says that it is done. It names the school, and nobody. */
export function unsubscribePage({ school, locale }: FoundChoice, step: UnsubscribeStep): string {
  const words = mailWords(locale);
  return `<!DOCTYPE html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escapeHtml(singleLine(school))}</title>
<style>${STYLE}
</style>
</head>
<body>
${BODY[step](words, escapeHtml(singleLine(school)))}
</body>
</html>
`;
}

/** To the address of the page itself. */
const BODY: Record<UnsubscribeStep, (words: MailWords, school: string) => string> = {
  asked: (words, school) =>
    `<p>${words.question(school)}</p>\n<form method="post"><button>${words.confirm}</button></form>`,
  done: (words, school) => `<p role="status">${words.done(school)}</p>`,
};
