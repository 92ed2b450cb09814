import type { Child } from 'hono/jsx';
import { renderDocument, renderFragment } from '../../../platform/html/render-html.js';
import { trustedHtml } from '../../../platform/html/trusted-html.js';
import { decodedEntities, imagesAsText } from '../../../platform/rich-text/plain-text.js';
import { type AlertLetter, type ClaimLines, imageText } from './alert-letter.js';

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
  .heading { margin: 0 8px 16px; }
  .entry { margin: 0 0 12px; }
  .entry h2 { margin: 0 0 4px; font-size: 18px; line-height: 1.3; }
  .entry .about, .entry .lead, .entry p { margin: 0 0 8px; }
  .answers { margin: 24px 0 0; }
  .answers a { margin: 0 4px 8px 0; }
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
export const letterAsHtml = (letter: AlertLetter): string =>
  renderDocument(
    <MailPage {...letter}>
      <Card {...letter} />
      <Foot {...letter} />
    </MailPage>,
  );

/** What is around a mail, under the name of the school. */
export const MailPage = ({
  locale,
  title,
  school,
  children,
}: Pick<AlertLetter, 'locale' | 'title' | 'school'> & { children?: Child }) => (
  <html lang={locale} dir={directionOf(locale)}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <title>{title}</title>
      <style {...trustedHtml(STYLE)} />
    </head>
    <body>
      <div class="page">
        <p class="school" dir="auto">
          {school}
        </p>
        {children}
      </div>
    </body>
  </html>
);

const Card = (letter: AlertLetter) => (
  <div class="card">
    <h1 dir="auto">{letter.title}</h1>
    <p class="about" dir="auto">
      {inLines([letter.byline, letter.time].filter(Boolean))}
    </p>
    {letter.lead && (
      <p class="lead" dir="auto">
        {letter.lead}
      </p>
    )}
    {letter.occasion.length > 0 && <p>{inLines(letter.occasion.map(isolated))}</p>}
    <Claims {...letter} />
    <AnswerButtons {...letter} />
    <Body {...letter} />
    <List heading={letter.messages.say('alerts.attachments')} entries={letter.attachments.map(isolated)} />
    {letter.openLead && <p dir="auto">{letter.openLead}</p>}
    <p class="open">
      <a href={letter.open.url} {...(letter.answers.length === 0 && { class: 'button' })}>
        {letter.open.label}
      </a>
    </p>
  </div>
);

/** One press leads to a page that does it. */
export const AnswerButtons = ({ answers }: Pick<AlertLetter, 'answers'>) =>
  answers.length === 0 ? null : (
    <p class="answers">
      {answers.map(({ label, url }) => (
        <>
          <a href={url} class="button">
            {label}
          </a>{' '}
        </>
      ))}
    </p>
  );

/** Why the reader gets the mail, and how to end that. */
export const Foot = ({
  messages: { language, say },
  reason,
  unsubscribeUrl,
}: Pick<AlertLetter, 'messages' | 'reason' | 'unsubscribeUrl'>) => (
  <p class="foot" lang={language} dir="auto">
    {reason}
    <br />
    <a href={unsubscribeUrl}>{say('alerts.unsubscribe')}</a>
  </p>
);

function Body({ body, messages }: AlertLetter) {
  if (body === null) return null;
  const image = (alt: string): string =>
    renderFragment(<span class="image">{imageText(messages, decodedEntities(alt))}</span>);
  return <div class="text" dir="auto" {...trustedHtml(imagesAsText(body, image))} />;
}

function Claims({ claims, messages: { say } }: AlertLetter) {
  if (claims?.length === 0) return <p dir="auto">{say('alerts.noClaims')}</p>;
  return <List heading={say('alerts.claims')} entries={claims?.map(entryOf) ?? []} />;
}

/** The title first and clear; beside it, in lines of their own, what may be written the other way. */
const entryOf = ({ what, details }: ClaimLines) =>
  inLines([<strong>{isolated(what)}</strong>, ...details.map(isolated)]);

const List = ({ heading, entries }: { heading: string; entries: Child[] }) =>
  entries.length === 0 ? null : (
    <div class="list">
      <h2>{heading}</h2>
      <ul>
        {entries.map((entry) => (
          <li>{entry}</li>
        ))}
      </ul>
    </div>
  );

const inLines = (lines: Child[]): Child[] =>
  lines.flatMap((line, at) => (at === 0 ? [line] : [<br />, line]));

const isolated = (text: string) => <bdi>{text}</bdi>;

export const Isolated = ({ text }: { text: string }) => isolated(text);

/** Whether people write it from right to left. */
function directionOf(locale: string): 'ltr' | 'rtl' {
  // ECMA-402's Intl.Locale info, which TypeScript does not know yet.
  const known = new Intl.Locale(locale) as Intl.Locale & { getTextInfo(): { direction?: string } };
  return known.getTextInfo().direction === 'rtl' ? 'rtl' : 'ltr';
}
