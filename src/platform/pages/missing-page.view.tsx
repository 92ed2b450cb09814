import type { HtmlPage } from './html-page.js';
import { htmlPage } from './page.view.js';

/** In the place of a page that a link was to lead to. */
export const missingPage = (): HtmlPage => ({
  status: 404,
  html: htmlPage({
    language: 'en',
    title: 'This link leads nowhere',
    lede: <p class="lede">Either it is no longer in use, or a part of it was lost on its way.</p>,
    main: (
      <section>
        <p>
          Open it once more from the mail or the calendar that it came with. If that does not help, open your
          school’s app and look there.
        </p>
      </section>
    ),
    isNarrow: true,
  }),
});
