import { htmlPage } from '../../pages/html-page.js';
import type { LinkedType } from '../../pages/app-links.js';
import { escapeHtml } from '../../text/html.js';
import { singleLine } from '../../text/single-line.js';
import { landingMessages } from './landing-messages.js';
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
  const messages = landingMessages(school?.locale ?? 'en');
  const name = school ? singleLine(school.name) : messages.yourSchool;
  const shownName = school ? `<bdi>${escapeHtml(name)}</bdi>` : name;
  return htmlPage({
    language: messages.language,
    title: messages.itemOf(messages.items[type], name),
    heading: messages.itemOf(messages.items[type], shownName),
    lede: `<p class="lede">${messages.membersOnly}</p>`,
    main: `<section>\n${openUrl ? opener(openUrl, messages.open, messages.ifNothingOpens) : `<p>${messages.openTheApp(shownName)}</p>`}
</section>`,
    isNarrow: true,
  });
}

const opener = (url: string, open: string, otherwise: string): string =>
  `<p><a class="button" href="${escapeHtml(url)}">${open}</a></p>\n<p>${otherwise}</p>`;
