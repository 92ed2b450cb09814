import type { ReadableSettings } from '../../platform/config/collect-config-errors.js';
import { codeOf, failed, type Check, type Examination } from './check.js';
import { examineDatabase, examineReplicas } from './database.check.js';
import { examineMachine } from './machine.check.js';
import { examineMail } from './mail.check.js';
import { examineObjectStore } from './object-store.check.js';
import { examineSite } from './site.check.js';
import { examineWebServices } from './web-services.check.js';

const EXAMINATIONS: Examination[] = [
  examineMachine,
  examineSite,
  examineDatabase,
  examineReplicas,
  examineObjectStore,
  examineMail,
  examineWebServices,
];
/** Without them something else would be examined than what is meant. */
const OF_THE_DATABASE = ['.env', 'DATABASE_URL', 'DATA_DIR'];

/**
 * Everything that the settings say and lead to, all at once: what is wrong with one of them hides nothing of the rest.
 * What is examined of a setting that is wrong itself is left out.
 */
export async function examine({ settings, faults }: ReadableSettings): Promise<Check[]> {
  const wrong = [...faults].map(([name, message]) => failed(name, message, remedyOf(name)));
  const examinations = EXAMINATIONS.filter(
    (each) => each !== examineDatabase || !OF_THE_DATABASE.some((name) => faults.has(name)),
  );
  const found = (await Promise.all(examinations.map((each) => each(settings).catch(broken)))).flat();
  return [...wrong, ...found.filter(({ name }) => !faults.has(name))];
}

const broken = (error: unknown): Check[] => [
  failed('doctor', `A check failed itself (${codeOf(error)}).`, 'Correct what else is wrong, and ask again.'),
];

const remedyOf = (name: string): string =>
  name === '.env'
    ? 'Let this user read .env, or take it away, and ask again.'
    : `Correct ${name} in the environment or in .env, and ask again.`;
