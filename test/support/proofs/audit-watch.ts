import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { watchStatements } from '../../../src/platform/database/watched-statements.js';
import { routeTemplate } from '../../../src/platform/http/route-template.js';

/** What a request has sent to the database. */
interface Sent {
  entry: boolean;
  changed: boolean;
  /** Changes of which no entry can tell: they were committed by themselves. */
  alone: string[];
  /** Transactions that are open: one may begin another on a connection of its own. */
  open: number;
}

const ENTRY = /^\s*insert into audit_entries/i;
const CHANGES = /^\s*(insert|update|delete|with\b[\s\S]*\b(insert into|update "?\w+"? set|delete from))\b/i;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Not the change itself: what counts tries and reads, keeps repeats and answers apart, is good once, and says who draws a picture;
 * objects announce themselves before they are there, by a row that is only worked off. What an application has begun to ask for is
 * nobody's yet: a grant is. An application that every installation has gets its row when it is asked for. Whoever an outside
 * provider vouches for is bound to their account by whichever request is their first.
 */
const BESIDE =
  /\b(applications|attempt_counts|known_sources|disclosures|idempotency_keys|menu_image_runs|oauth_artifacts|object_removals|one_time_links|outside_subject_id|poll_tallies)\b/i;

/** The cookie with which a refused form leads back to its page: see flash.ts. */
const TELLS = /school-directory-told=[^;]/;

/** Collects requests that were granted, changed something, and left no entry in the audit trail. */
export function watchAudit(server: Server, dataSource: DataSource): void {
  const folder = process.env.STATEMENTS_DIR;
  if (!folder) return;
  const requests = new AsyncLocalStorage<Sent>();
  watchStatements(dataSource, ({ text, succeeded }) => {
    const sent = requests.getStore();
    if (!sent || !succeeded) return;
    if (/^START TRANSACTION/i.test(text)) sent.open += 1;
    if (/^(COMMIT|ROLLBACK)$/i.test(text)) sent.open -= 1;
    if (ENTRY.test(text)) sent.entry = true;
    else if (CHANGES.test(text) && !BESIDE.test(text)) {
      sent.changed = true;
      if (sent.open === 0) sent.alone.push(text.trim());
    }
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (READS.has(request.method ?? '')) return;
    const sent: Sent = { entry: false, changed: false, alone: [], open: 0 };
    requests.enterWith(sent);
    response.once('close', () => {
      const operation = `${request.method} ${routeTemplate(request)}`;
      // 303 after a form (RFC 9110, section 15.4.4): granted, unless its page is to tell why it was not.
      const cookies = String(response.getHeader('set-cookie') ?? '');
      const isRefusedForm = response.statusCode === 303 && TELLS.test(cookies);
      if (response.statusCode < 200 || response.statusCode >= 400 || isRefusedForm) return;
      if (sent.changed && !sent.entry) note(folder, { operation, what: 'no entry' });
      for (const text of sent.alone)
        note(folder, { operation, what: `changed outside of a transaction:\n${text}` });
    });
  });
}

function note(folder: string, unaudited: { operation: string; what: string }): void {
  const text = JSON.stringify(unaudited);
  writeFileSync(join(folder, `unaudited-${createHash('sha256').update(text).digest('hex')}`), text);
}
