import { throughPooler } from '../database/pooler.js';
import type { TestApp } from '../test-app.js';
import { type CommandOutcome, types } from './operator.js';

/** Somebody at the command line of a running application. */
export function commandsOf(t: TestApp): (line: string, ...words: string[]) => Promise<CommandOutcome> {
  Object.assign(process.env, {
    DATABASE_URL: throughPooler(t.databaseUrl),
    AUTH_SIGNING_KEY: t.settings.signingKey,
  });
  return (line, ...words) => types([...line.split(' '), ...words]);
}
