import type { LinkedType } from '../../platform/pages/app-links.js';
import { htmlPage } from '../../platform/pages/page.view.js';
import { messages } from '../../platform/messages/messages.js';
import { singleLine } from '../../platform/text/shortened.js';
import type { NamedSchool } from './school-names.repository.js';

export interface LandingPageContent {
  /** Null where there is none such. */
  school: NamedSchool | null;
  type: LinkedType | 'school';
  /** Null: nothing is known that opens it. */
  openUrl: string | null;
}

/** Says what a link is about and what opens it. It names the school, and nothing of the item. */
export function landingPage({ school, type, openUrl }: LandingPageContent): string {
  const { language, say, parts } = messages(school?.locale ?? 'en');
  const item = say(`landing.items.${type}`);
  const name = school ? singleLine(school.name) : say('landing.yourSchool');
  const isolatedName = school ? <bdi>{name}</bdi> : name;
  return htmlPage({
    language,
    title: say('landing.itemOf', { item, school: name }),
    heading: parts('landing.itemOf', { item, school: isolatedName }),
    lede: <p class="lede">{say('landing.membersOnly')}</p>,
    main: (
      <section>
        {openUrl ? (
          <>
            <p>
              <a class="button" href={openUrl}>
                {say('landing.open')}
              </a>
            </p>
            <p>{say('landing.ifNothingOpens')}</p>
          </>
        ) : (
          <p>{parts('landing.openTheApp', { school: isolatedName })}</p>
        )}
      </section>
    ),
    isNarrow: true,
  });
}
