import { AUDIT_TABLES } from '../../platform/audit/operation.js';
import { quoted, type CopiedTable } from '../../platform/database/table-copy.js';
import { JOURNAL_TABLES } from '../../platform/journal/journal-tables.js';

/** A table that a backup holds, and what it refers to. */
export interface BackupTable extends CopiedTable {
  /** Columns that say who of `users` is meant. */
  people: string[];
  /** Names of tables, its own one among them where it refers to itself. */
  refers_to: string[];
}

/** Addresses of feeds, app passwords, links of mails and webhooks: whoever has one reads what its owner may see, answers, or hears of changes. */
const FEED_TABLES = ['calendar_subscriptions', 'menu_subscriptions', 'app_passwords', 'answer_links'];
const WEBHOOK_TABLES = ['webhooks', 'webhook_deliveries', 'webhook_moments'];
const STAYING = [...AUDIT_TABLES, ...JOURNAL_TABLES, ...FEED_TABLES, ...WEBHOOK_TABLES];

/** Whatever the other installation says of how a person signs in, or is known to it by, counts there alone. */
const COLUMNS_THAT_STAY: Record<string, string[]> = {
  users: ['email_verified_at', 'two_step_enabled', 'outside_subject_id', 'only_schools'],
  schools: ['moved_at', 'moved_to'],
  guardians: ['mail_token'],
  member_departures: ['mail_token'],
};

/** Of a moved school nothing stays but what is of a person. A webhook of an application hears of many schools. */
const STAYING_OF_MOVED: Record<string, string[]> = {
  users: COLUMNS_THAT_STAY.users!,
  schools: COLUMNS_THAT_STAY.schools!,
};
const OF_OWN_WEBHOOK = (id: string): string =>
  `webhook_id in (select id from webhooks where school_id = '${id}')`;

/**
 * The tables that hold something of one school, each with a condition for its rows: those of the school, and whoever these
 * refer to. Whatever else is theirs stays: what they sign in with, sessions, and answers to repeated writes.
 * @param id a UUID; COPY takes no parameters
 * @param isMoved with what stays at the place of a school that is copied: its trail, its journal, and what opens something
 */
export function tablesOfSchool(tables: BackupTable[], id: string, isMoved = false): BackupTable[] {
  const ofSchool = tables.filter(
    ({ name, columns }) => columns.includes('school_id') && (isMoved || !STAYING.includes(name)),
  );
  const its = `school_id = '${id}'`;
  const people = ofSchool.flatMap(({ name, people: columns }) =>
    columns.map((column) => `select ${quoted(column)} from ${quoted(name)} where ${its}`),
  );
  const isOneOfThem = (column: string): string => `${quoted(column)} in (${people.join(' union ')})`;
  return tables.flatMap((table) => {
    const staying = (isMoved ? STAYING_OF_MOVED : COLUMNS_THAT_STAY)[table.name] ?? [];
    const columns = table.columns.filter((column) => !staying.includes(column));
    if (table.name === 'webhook_deliveries')
      return isMoved ? [{ ...table, columns, where: `${its} and ${OF_OWN_WEBHOOK(id)}` }] : [];
    if (ofSchool.includes(table)) return [{ ...table, columns, where: its }];
    if (table.name === 'schools') return [{ ...table, columns, where: `id = '${id}'` }];
    if (table.name === 'users') return [{ ...table, columns, where: isOneOfThem('id') }];
    return [];
  });
}
