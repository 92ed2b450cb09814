import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { watchStatements } from '../../src/platform/database/watched-statements.js';
import { routeTemplate } from '../../src/platform/http/route-lookup.js';

/** What a request has sent to the database. */
interface Sent {
  entry: boolean;
  /** Changes of which no entry can tell: they were committed by themselves. */
  alone: string[];
  inTransaction: boolean;
}

const ENTRY = /^\s*insert into audit_entries/i;
const CHANGES = /^\s*(insert|update|delete|with\b[\s\S]*\b(insert into|update "?\w+"? set|delete from))\b/i;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * What counts tries, and where a person signs in from: of no interest by itself, and it has to stay when the request is
 * refused. Objects announce themselves before they are there, by a row that is only worked off.
 */
const BESIDE = /\b(attempt_counts|known_sources|ended_tokens|object_removals|disclosures)\b/i;

/** Collects requests that were granted, changed something, and left no entry in the audit trail. */
export function watchAudit(server: Server, dataSource: DataSource): void {
  const folder = process.env.STATEMENTS_DIR;
  if (!folder) return;
  const requests = new AsyncLocalStorage<Sent>();
  watchStatements(dataSource, ({ text, succeeded }) => {
    const sent = requests.getStore();
    if (!sent || !succeeded) return;
    if (/^START TRANSACTION/i.test(text)) sent.inTransaction = true;
    if (/^(COMMIT|ROLLBACK)$/i.test(text)) sent.inTransaction = false;
    if (ENTRY.test(text)) sent.entry = true;
    else if (!sent.inTransaction && CHANGES.test(text) && !BESIDE.test(text)) sent.alone.push(text.trim());
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (READS.has(request.method ?? '')) return;
    const sent: Sent = { entry: false, alone: [], inTransaction: false };
    requests.enterWith(sent);
    response.once('close', () => {
      const operation = `${request.method} ${routeTemplate(request)}`;
      if (response.statusCode < 200 || response.statusCode >= 300) return;
      if (!sent.entry) note(folder, `${operation}: no entry`);
      for (const text of sent.alone) note(folder, `${operation}: changed outside of a transaction:\n${text}`);
    });
  });
}

function note(folder: string, unaudited: string): void {
  const name = createHash('sha256').update(unaudited).digest('hex');
  writeFileSync(join(folder, `unaudited-${name}`), JSON.stringify({ unaudited }));
}
