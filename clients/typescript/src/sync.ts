import type { DirectoryClient } from './directory-client.js';
import { DirectoryError } from './directory-error.js';
import type { components } from './schema.js';
import type { SchoolStore, SyncedItem, SyncedKey, SyncedType } from './school-store.js';
import { READERS, type ReadSchool } from './sync-readers.js';

type Changes = components['schemas']['Changes'];

/** What has changed in the store, for the views that show it. */
export interface SyncResult {
  /** Everything was read: at the first time, and where the cursor led no further. */
  anew: boolean;
  /** Empty with `anew`. */
  changed: SyncedKey[];
  removed: SyncedKey[];
}

/** An import may end while everything is read. */
const MOST_FULL_READS = 3;

/**
 * Brings a store up to date with what the caller may read of a school: reads everything once, then what has changed since.
 * What fails leaves the store as it was, or further on, and never between: the next call goes on from there. Whoever is no member
 * of the school any more may read nothing of it: the store is cleared.
 * @throws DirectoryError, ConnectionError
 */
export async function sync(api: DirectoryClient, schoolId: string, store: SchoolStore): Promise<SyncResult> {
  const school = { api, schoolId };
  try {
    const cursor = await store.cursor();
    const followed = cursor === null ? null : await follow(school, store, cursor);
    return followed ?? (await readAnew(school, store));
  } catch (error) {
    if (isOfNoMember(error)) await store.clear();
    throw error;
  }
}

/** What a member may not read is left out, so that only the question for changes is refused. */
const isOfNoMember = (error: unknown): boolean =>
  error instanceof DirectoryError && error.code === 'not_authorized';

/** Null where the cursor leads no further. */
async function follow(school: ReadSchool, store: SchoolStore, from: string): Promise<SyncResult | null> {
  const result: SyncResult = { anew: false, changed: [], removed: [] };
  let cursor = from;
  for (let more = true; more;) {
    const page = await changesSince(school, cursor);
    if (page === null) return null;
    const told = keysIn(page);
    const put = await readSome(
      school,
      told.filter(({ isRemoved }) => !isRemoved),
    );
    const drop = told.filter(isNotAmong(put)).map(({ type, id }) => ({ type, id }));
    await store.change(put, drop, page.cursor);
    result.changed.push(...put.map(({ type, id }) => ({ type, id })));
    result.removed.push(...drop);
    ({ cursor, more } = page);
  }
  return result;
}

/** The cursor is taken first: what changes while everything is read is told by it. */
async function readAnew(school: ReadSchool, store: SchoolStore): Promise<SyncResult> {
  let followed: SyncResult | null = null;
  for (let reads = 0; !followed && reads < MOST_FULL_READS; reads += 1) {
    const { cursor } = await askForChanges(school, '');
    await store.replace(await readAll(school), cursor);
    followed = await follow(school, store, cursor);
  }
  return { anew: true, changed: [], removed: [] };
}

async function changesSince(school: ReadSchool, cursor: string): Promise<Changes | null> {
  try {
    return await askForChanges(school, cursor);
  } catch (error) {
    if (error instanceof DirectoryError && error.reason === 'stale') return null;
    throw error;
  }
}

async function askForChanges({ api, schoolId }: ReadSchool, since: string): Promise<Changes> {
  const query = since === '' ? {} : { since };
  return (await api.GET('/schools/{schoolId}/changes', { params: { path: { schoolId }, query } })).data;
}

interface ToldKey extends SyncedKey {
  isRemoved: boolean;
}

/** A type that this client does not know may come with any version: it is passed over. The caller's note is part of the student. */
function keysIn({ changes }: Changes): ToldKey[] {
  const keys = new Map<string, ToldKey>();
  for (const { type: told, id, change } of changes) {
    const type = told === 'note' ? 'student' : told;
    const isRemoved = change === 'removed' && told !== 'note';
    if (Object.hasOwn(READERS, type)) keys.set(`${type} ${id}`, { type, id, isRemoved });
  }
  return [...keys.values()];
}

async function readAll(school: ReadSchool): Promise<SyncedItem[]> {
  const items: SyncedItem[] = [];
  for (const reader of Object.values(READERS)) items.push(...(await reader.all(school)));
  return items;
}

async function readSome(school: ReadSchool, told: SyncedKey[]): Promise<SyncedItem[]> {
  const byType = new Map<SyncedType, Set<string>>();
  for (const { type, id } of told) byType.set(type, (byType.get(type) ?? new Set()).add(id));
  const items: SyncedItem[] = [];
  for (const [type, ids] of byType) items.push(...(await READERS[type].some(school, ids)));
  return items;
}

function isNotAmong(items: SyncedItem[]): (key: SyncedKey) => boolean {
  const kept = new Set(items.map(({ type, id }) => `${type} ${id}`));
  return ({ type, id }) => !kept.has(`${type} ${id}`);
}
