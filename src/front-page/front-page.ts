import { escapeHtml } from '../text/html.js';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="presentation"><rect width="64" height="64" rx="14" fill="#1d4f91"/><path d="M32 13 10 25l22 12 22-12z" fill="#fff"/><path d="M19 33v10c0 3 6 7 13 7s13-4 13-7V33l-13 7z" fill="#bcd6f7"/><path d="M52 26v15" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

const STYLE = `
  :root { color-scheme: light dark; --ink: #1c2733; --soft: #51606f; --ground: #f5f7fa; --card: #fff; --line: #d9e0e8;
    --link: #1d4f91; --well: #1a7f4b; --ill: #b3261e; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e7edf4; --soft: #a9b7c6; --ground: #11171e; --card: #1a222c;
    --line: #303c4a; --link: #8ebdf7; --well: #5fd19a; --ill: #ff8a80; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 1.05rem/1.55 system-ui, sans-serif; }
  header, main, footer { max-width: 46rem; margin: 0 auto; padding: 0 1.25rem; }
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
  ul, ol { margin: 0; padding-left: 1.3rem; }
  li { margin: 0.3rem 0; }
  a { color: var(--link); }
  code, pre { font: 0.9rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  pre { margin: 0.75rem 0 0; padding: 0.75rem; border-radius: 0.5rem; background: var(--ground); white-space: pre-wrap; }
  footer { padding-bottom: 3rem; font-size: 0.9rem; }`;

const WELL = `<p class="state" role="status">Ready: everything that is needed answers</p>`;
const ILL = `<p class="state ill" role="status">Not ready: try again in a moment</p>`;

/** How an assistant's client starts the tool server; the folder is the reader's to name. */
const toolServer = (siteUrl: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        'school-directory': {
          command: 'npm',
          args: ['run', '--silent', '--prefix', '/path/to/school-directory', 'mcp'],
          env: { API_BASE_URL: siteUrl, API_TOKEN: 'your access token' },
        },
      },
    },
    null,
    2,
  );

const READ_ON = `<section aria-labelledby="build">
<h2 id="build">Build with it</h2>
<ul>
<li><a href="/docs">API documentation</a>: sign in there and try every operation</li>
<li>OpenAPI document as <a href="/docs/openapi.json">JSON</a> or <a href="/docs/openapi.yaml">YAML</a></li>
</ul>
</section>
<section aria-labelledby="calendar">
<h2 id="calendar">Subscribe a calendar</h2>
<p>Your school's app does this for you. By hand:</p>
<ol>
<li>Call <code>POST /api/v1/schools/{schoolId}/calendar/subscriptions</code>, in the documentation for example.</li>
<li>The answer has three addresses: <code>webcal_url</code> opens the calendar app of most devices,
<code>google_url</code> adds the calendar to Google Calendar, and <code>feed_url</code> is for every other program:
paste it where it asks for a calendar's address.</li>
<li>Keep the address to yourself: whoever has it reads your calendar. Delete the subscription to end it.</li>
</ol>
</section>
`;

const assistant = (siteUrl: string): string => `<section aria-labelledby="assistant">
<h2 id="assistant">Ask an assistant</h2>
<p>A small program on your own computer lets an assistant read, with your access token, what you may read, and change
nothing. It speaks the Model Context Protocol. Its configuration:</p>
<pre><code>${escapeHtml(toolServer(siteUrl))}</code></pre>
</section>
`;

/** What this is, whether it is well, and where to go from here; nothing about any school. */
export function frontPage(siteUrl: string, ready: boolean): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>School Directory</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
<style>${STYLE}
</style>
</head>
<body>
<header>
${ICON.replace('role="presentation"', 'aria-hidden="true"')}
<h1>School Directory</h1>
<p class="lede">The directory of a school's families and staff, as a service for apps: who is in the class, what is for
lunch, when the game is, which slip to sign. People see what is meant for them, and nobody sees anything without
signing in.</p>
${ready ? WELL : ILL}
</header>
<main>
${READ_ON}${assistant(siteUrl)}</main>
<footer><p>For machines: <a href="/healthz">/healthz</a> says that the process lives, <a href="/readyz">/readyz</a>
that it can serve.</p></footer>
</body>
</html>
`;
}
