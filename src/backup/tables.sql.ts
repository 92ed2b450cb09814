/**
 * What is good for minutes, and would be wrong when it comes back: guesses that were counted, and codes that were used
 * after the backup. Revisions are raised anew by the rows that come back.
 */
const PASSING = ['attempt_counts', 'revision_notes', 'school_revisions', 'two_step_challenges'];
const left_out = ['migrations', ...PASSING].map((name) => `'${name}'`).join(', ');

/** Every table that a backup holds, with the columns that are not computed. */
export const TABLES = `
  select c.relname as name, json_agg(a.attname order by a.attnum) as columns,
    coalesce((select json_agg(k.attname order by k.attnum) from pg_index i
      join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
      where i.indrelid = c.oid and i.indisprimary), '[]') as key
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not in (${left_out})
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.oid, c.relname order by c.relname`;

/** In the order in which they can be made again. */
export const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`;
