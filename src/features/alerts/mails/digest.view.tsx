import type { DigestEntry, DigestLetter } from './digest-letter.js';
import { AnswerButtons, Foot, Isolated, MailPage } from './letter.view.js';
import { renderDocument } from '../../../platform/html/render-html.js';

/** For readers with formatting. */
export const digestAsHtml = (letter: DigestLetter): string =>
  renderDocument(
    <MailPage {...letter}>
      <h1 class="heading" dir="auto">
        {letter.title}
      </h1>
      {letter.entries.map((entry) => (
        <Entry {...entry} open={letter.open} />
      ))}
      {letter.more && (
        <p class="school" dir="auto">
          {letter.more}
        </p>
      )}
      <Foot {...letter} />
    </MailPage>,
  );

const Entry = ({
  title,
  byline,
  time,
  lead,
  occasion,
  excerpt,
  answers,
  url,
  open,
}: DigestEntry & { open: string }) => (
  <div class="card entry">
    <h2 dir="auto">{title}</h2>
    <p class="about" dir="auto">
      {byline}
      {time && (
        <>
          <br />
          <Isolated text={time} />
        </>
      )}
    </p>
    {lead && (
      <p class="lead" dir="auto">
        {lead}
      </p>
    )}
    {occasion.map((line) => (
      <p>
        <Isolated text={line} />
      </p>
    ))}
    {excerpt && <p dir="auto">{excerpt}</p>}
    <AnswerButtons answers={answers} />
    <p class="open">
      <a href={url}>{open}</a>
    </p>
  </div>
);
