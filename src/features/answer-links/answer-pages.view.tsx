import type { Child } from 'hono/jsx';
import type { Language } from '../../platform/messages/languages.js';
import { type Messages, messages } from '../../platform/messages/messages.js';
import type { HtmlPage } from '../../platform/pages/html-page.js';
import { htmlPage } from '../../platform/pages/page.view.js';
import { singleLine } from '../../platform/text/shortened.js';
import { PastedSecret, Secret } from '../account/links/link-page.view.js';
import { ANSWER_PATH } from '../alerts/mails/answer-button.js';
import { type AnswerQuestion, otherAnswers, studentField } from './answer-question.js';

const page = (
  language: Language,
  { status, ...content }: { title: string; heading?: Child; lede: Child; main?: Child; status?: number },
): HtmlPage => ({
  ...(status !== undefined && { status }),
  html: htmlPage({ language, isNarrow: true, ...content }),
});

/** Takes the secret out of the address, and sends it; whoever runs no script pastes the link. */
export function answerPage(language: Language): HtmlPage {
  const { say } = messages(language);
  return {
    policy: { hasScript: true },
    html: htmlPage({
      ...{ language, title: say('answers.title'), isNarrow: true, script: 'answer.js' },
      lede: <p class="lede">{say('answers.text')}</p>,
      main: (
        <section>
          <form method="post" action={ANSWER_PATH}>
            <PastedSecret language={language} />
            <button class="button">{say('answers.goOn')}</button>
          </form>
        </section>
      ),
    }),
  };
}

/** Names whose answer it is, for whom, and which; it is given by the one button. */
export function askPage(
  language: Language,
  question: AnswerQuestion,
  { isNobodyChosen = false } = {},
): HtmlPage {
  const { say } = messages(language);
  const { token, answer } = question;
  return page(language, {
    ...aboutItem(language, question),
    ...(isNobodyChosen && { status: 400 }),
    main: (
      <>
        <section>
          <form method="post" action={`${ANSWER_PATH}/given`}>
            <Secret value={token} />
            {isNobodyChosen && (
              <p class="error" role="alert">
                {say('answers.nobodyChosen')}
              </p>
            )}
            <ForWhom {...question} say={say} />
            <button class="button">{say(`answers.buttons.${answer}`)}</button>
          </form>
        </section>
        <section>
          <h2>{messages(language).parts('answers.isNot', { person: <bdi>{nameOf(question)}</bdi> })}</h2>
          <p>{say('answers.notMeText')}</p>
          <form method="post" action={`${ANSWER_PATH}/not-me`}>
            <Secret value={token} />
            <button class="plain">{say('answers.notMe')}</button>
          </form>
        </section>
      </>
    ),
  });
}

/** What was answered, for whom, and how to change it. */
export function givenPage(language: Language, question: AnswerQuestion): HtmlPage {
  const { say } = messages(language);
  const { token, answer, students } = question;
  const [secret] = token.split('.');
  const others = otherAnswers(answer);
  return page(language, {
    ...aboutItem(language, question),
    main: (
      <section>
        <p class="state" role="status">
          {say(`answers.given.${answer}`)}
        </p>
        {students.length > 0 && <Names students={students} />}
        {others.length > 0 && (
          <>
            <p>{say('answers.change')}</p>
            <div class="actions">
              {others.map((other) => (
                <form method="post" action={ANSWER_PATH}>
                  <Secret value={`${secret}.${other}`} />
                  <button class="plain">{say(`answers.buttons.${other}`)}</button>
                </form>
              ))}
            </div>
          </>
        )}
      </section>
    ),
  });
}

const STATUS = { gone: 404, closed: 400, changed: 409, full: 409, ended: 200 } as const;

/** Why there is nothing to answer. */
export function refusedPage(language: Language, why: keyof typeof STATUS): HtmlPage {
  const { say } = messages(language);
  return page(language, {
    title: say(`answers.${why}.title`),
    lede: (
      <p class="lede" role={why === 'ended' ? 'status' : 'alert'}>
        {say(`answers.${why}.text`)}
      </p>
    ),
    status: STATUS[why],
  });
}

/** The title of the item, its school, when it is, and whose answer it is. */
function aboutItem(language: Language, question: AnswerQuestion) {
  const { parts } = messages(language);
  const title = singleLine(question.title);
  return {
    title,
    heading: <bdi>{title}</bdi>,
    lede: (
      <>
        <p class="lede">
          <bdi>{singleLine(question.school)}</bdi>
          {question.when && (
            <>
              <br />
              {whenText(language, question.when)}
            </>
          )}
        </p>
        <p class="lede">{parts('answers.of', { person: <bdi>{nameOf(question)}</bdi> })}</p>
      </>
    ),
  };
}

const nameOf = ({ person }: AnswerQuestion): string => singleLine(person);

/** One child is named, several are to be chosen from; the form says for whom either way. */
function ForWhom({ students, say }: Pick<AnswerQuestion, 'students'> & Pick<Messages, 'say'>) {
  const [first, ...others] = students;
  if (!first) return null;
  if (others.length === 0)
    return (
      <>
        <Names students={students} />
        <input type="hidden" name={studentField(first.id)} value="yes" />
      </>
    );
  const isAgain = students.every(({ isUnanswered }) => !isUnanswered);
  return (
    <>
      <p>{say('answers.forWhom')}</p>
      {students.map(({ id, name, isUnanswered }) => (
        <p>
          <label>
            <input type="checkbox" name={studentField(id)} value="yes" checked={isAgain || isUnanswered} />
            <bdi>{singleLine(name)}</bdi>
          </label>
        </p>
      ))}
    </>
  );
}

const Names = ({ students }: Pick<AnswerQuestion, 'students'>) => (
  <p>
    {students.map(({ name }, at) => (
      <>
        {at > 0 && ', '}
        <strong>
          <bdi>{singleLine(name)}</bdi>
        </strong>
      </>
    ))}
  </p>
);

/** At the school. */
function whenText(
  language: Language,
  { startsAt, startDate, timeZone }: NonNullable<AnswerQuestion['when']>,
): string {
  if (startsAt === null)
    return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(
      new Date(`${startDate}T00:00:00Z`),
    );
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(
    new Date(startsAt),
  );
}
