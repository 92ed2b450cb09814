import { escapeHtml } from '../text/html.js';
import { PAGE_STYLE, type PagePolicy } from './page-style.js';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="presentation"><rect width="64" height="64" rx="14" fill="#1d4f91"/><path d="M32 13 10 25l22 12 22-12z" fill="#fff"/><path d="M19 33v10c0 3 6 7 13 7s13-4 13-7V33l-13 7z" fill="#bcd6f7"/><path d="M52 26v15" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

/** A page for people, as it is sent. */
export interface HtmlPage {
  html: string;
  /** 200 unless given. */
  status?: number;
  /** Path of the page to go to instead. */
  location?: string;
  /** Of a page with a form or a script of its own. */
  policy?: PagePolicy;
}

/** To another page, after a form (RFC 9110 section 15.4.4). */
export const seeOther = (location: string): HtmlPage => ({ status: 303, location, html: '' });

export interface PageContent {
  /** BCP 47, of the texts. */
  language: string;
  /** Plain text: the title, and the heading unless there is another one. */
  title: string;
  /** HTML. */
  heading?: string;
  /** HTML, below the heading. */
  lede: string;
  /** HTML. */
  main: string;
  /** HTML. */
  footer?: string;
  /** For a few lines. */
  isNarrow?: true;
  /** A file in `public/pages`. */
  script?: string;
}

/** The one layout of all pages for people: it loads nothing, and runs nothing but its own script. */
export const htmlPage = (page: PageContent): string => `<!DOCTYPE html>
<html lang="${escapeHtml(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<style>${PAGE_STYLE}</style>
${page.script ? `<script src="/pages/${page.script}" defer></script>\n` : ''}</head>
<body${page.isNarrow ? ' class="narrow"' : ''}>
<header>
${ICON.replace('role="presentation"', 'aria-hidden="true"')}
<h1>${page.heading ?? escapeHtml(page.title)}</h1>
${page.lede}
</header>
<main>
${page.main}
</main>
${page.footer ? `<footer>${page.footer}</footer>\n` : ''}</body>
</html>
`;

/** In the place of a page that a link was to lead to. */
export const missingPage = (): HtmlPage => ({
  status: 404,
  html: htmlPage({
    language: 'en',
    title: 'This link leads nowhere',
    lede: '<p class="lede">Either it is no longer in use, or a part of it was lost on its way.</p>',
    main: `<section>
<p>Open it once more from the mail or the calendar that it came with. If that does not help, open your school’s app
and look there.</p>
</section>`,
    isNarrow: true,
  }),
});
