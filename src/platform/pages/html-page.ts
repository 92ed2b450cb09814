import { hash } from 'node:crypto';

/** The style of every page for people: pages look alike, and one hash allows it. */
export const PAGE_STYLE = `
  :root { color-scheme: light dark; --ink: #1c2733; --soft: #51606f; --ground: #f5f7fa; --card: #fff; --line: #d9e0e8;
    --link: #1d4f91; --on-link: #fff; --well: #1a7f4b; --ill: #b3261e; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e7edf4; --soft: #a9b7c6; --ground: #11171e; --card: #1a222c;
    --line: #303c4a; --link: #8ebdf7; --on-link: #11171e; --well: #5fd19a; --ill: #ff8a80; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 1.05rem/1.55 system-ui, sans-serif;
    overflow-wrap: anywhere; }
  header, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
  .narrow header, .narrow main, .narrow footer { max-width: 36rem; }
  header { padding-top: 3rem; }
  header svg { width: 3.5rem; height: 3.5rem; display: block; }
  h1 { margin: 1rem 0 0.25rem; font-size: 2rem; line-height: 1.2; }
  h2 { margin: 0 0 0.5rem; font-size: 1.2rem; }
  p { margin: 0 0 0.75rem; }
  .lede, footer { color: var(--soft); }
  .state { display: inline-flex; align-items: center; gap: 0.5rem; font-weight: 600; color: var(--well); }
  .state::before { content: ""; width: 0.7rem; height: 0.7rem; flex: none; border-radius: 50%; background: currentColor; }
  .state.ill { color: var(--ill); }
  section { margin: 1.25rem 0; padding: 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
  section > :last-child, section form { margin-bottom: 0; }
  ul, ol { margin: 0; padding-left: 1.3rem; }
  li { margin: 0.3rem 0; }
  a { color: var(--link); }
  .button { display: inline-block; font: inherit; font-weight: 600; padding: 0.65rem 1.2rem; border: 0; border-radius: 0.5rem;
    background: var(--link); color: var(--on-link); text-decoration: none; cursor: pointer; }
  .button:hover { filter: brightness(1.1); }
  a:focus-visible, .button:focus-visible, .plain:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  code, pre { font: 0.9rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { margin: 0.75rem 0 0; padding: 0.75rem; border-radius: 0.5rem; background: var(--ground); white-space: pre-wrap; }
  footer { padding-bottom: 3rem; font-size: 0.9rem; }
  label { display: block; font-weight: 600; }
  .hint { display: block; font-weight: 400; font-size: 0.9rem; color: var(--soft); }
  input, select { display: block; width: 100%; margin: 0.25rem 0 1rem; padding: 0.6rem 0.75rem; font: inherit; color: inherit;
    background: var(--ground); border: 1px solid var(--soft); border-radius: 0.5rem; }
  input[type=checkbox], input[type=radio] { display: inline-block; width: auto; margin: 0 0.5rem 0 0; }
  input:focus-visible, select:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  .error { color: var(--ill); font-weight: 600; }
  .plain { font: inherit; padding: 0.4rem 0; border: 0; background: none; color: var(--link); text-decoration: underline; cursor: pointer; }
  .danger { background: var(--ill); }
  .actions { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
  .codes { columns: 12rem; margin: 0 0 0.75rem; font-family: ui-monospace, monospace; list-style: none; padding: 0; }
  .rows { list-style: none; margin: 0 0 0.75rem; padding: 0; }
  .rows > li { margin: 0; padding: 0.75rem 0; }
  .rows > li:first-child { padding-top: 0; }
  .rows > li:last-child { padding-bottom: 0; }
  .rows > li + li { border-top: 1px solid var(--line); }
  .qr { display: block; width: 13rem; max-width: 100%; height: auto; margin: 0 auto 1rem; background: #fff; }
  [hidden] { display: none; }
`;

/** Permissions of a page beyond the common policy. */
interface PagePolicy {
  /** Origins and schemes (`org.school.app:`) that a form may lead to at its end, besides our own. */
  formTargets?: string[];
  /** It runs a script of ours. */
  hasScript?: true;
}

/**
 * Referrer policy of pages with a form: the site they come from is sent, as `Origin` too (Fetch standard, section 3.1), and
 * never the whole address of the page, whose query may hold a token.
 */
export const FORM_REFERRER_POLICY = 'strict-origin';

/** Content Security Policy (CSP 3) of a page: this style and pictures in the page itself, forms to us, nothing else. */
export const pagePolicy = ({ formTargets = [], hasScript }: PagePolicy = {}): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', PAGE_STYLE, 'base64')}'`,
    'img-src data:',
    ...(hasScript ? ["script-src 'self'", "connect-src 'self'"] : []),
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The outcome of a form for the page that sent it: keys of messages, and typed values that are no password. */
export type FlashData = Record<string, string>;

/** A page for people, as it is sent. */
export interface HtmlPage {
  html: string;
  /** 200 unless given. */
  status?: number;
  /** Path of the page to go to instead. */
  location?: string;
  /** For the page to go to, or for this one when it is asked for again. */
  flashData?: FlashData;
  /** The policy of a page with a form or a script of its own. */
  policy?: PagePolicy;
}

/** To another page, after a form (RFC 9110 section 15.4.4). */
export const seeOther = (location: string, flashData?: FlashData): HtmlPage => ({
  ...{ status: 303, location, html: '' },
  ...(flashData && { flashData }),
});
