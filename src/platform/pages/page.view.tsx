import type { Child } from 'hono/jsx';
import { renderDocument, renderFragment } from '../html/render-html.js';
import { trustedHtml } from '../html/trusted-html.js';
import { PAGE_STYLE } from './html-page.js';

export interface PageContent {
  /** BCP 47, of the texts. */
  language: string;
  /** The title, and the heading unless there is another one. */
  title: string;
  heading?: Child;
  /** Below the heading. */
  lede: Child;
  main?: Child;
  footer?: Child;
  /** For a few lines. */
  isNarrow?: true;
  /** A file in `public/pages`. */
  script?: string | undefined;
}

const icon = (attributes: { role: 'presentation' } | { 'aria-hidden': 'true' }) => (
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" {...attributes}>
    <rect width="64" height="64" rx="14" fill="#1d4f91" />
    <path d="M32 13 10 25l22 12 22-12z" fill="#fff" />
    <path d="M19 33v10c0 3 6 7 13 7s13-4 13-7V33l-13 7z" fill="#bcd6f7" />
    <path d="M52 26v15" stroke="#fff" stroke-width="3" stroke-linecap="round" />
  </svg>
);

const ICON_URL = `data:image/svg+xml,${encodeURIComponent(renderFragment(icon({ role: 'presentation' })))}`;

/** The one layout of all pages for people: it loads nothing, and runs nothing but its own script. */
export const htmlPage = (page: PageContent): string =>
  renderDocument(
    <html lang={page.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{page.title}</title>
        <link rel="icon" href={ICON_URL} />
        <style {...trustedHtml(PAGE_STYLE)} />
        {page.script && <script src={`/pages/${page.script}`} defer />}
      </head>
      <body class={page.isNarrow && 'narrow'}>
        <header>
          {icon({ 'aria-hidden': 'true' })}
          <h1>{page.heading ?? page.title}</h1>
          {page.lede}
        </header>
        <main>{page.main}</main>
        {page.footer && <footer>{page.footer}</footer>}
      </body>
    </html>,
  );

/** A page that says what went wrong. */
export const alertPage = (language: string, title: string, text: string): string =>
  htmlPage({
    ...{ language, title, isNarrow: true },
    lede: (
      <p class="lede" role="alert">
        {text}
      </p>
    ),
  });
