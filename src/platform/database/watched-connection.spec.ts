import { describe, expect, it } from '@jest/globals';
import { isWrite } from './watched-connection.js';

describe('A statement that stands alone', () => {
  it.each([
    'INSERT INTO "stars"("membership_id") VALUES ($1)',
    ' update mails set state = $1',
    'with due as (select id from mails for update skip locked) update mails m set state = $1 from due',
    'with gone as (delete from notes where id = $1 returning id) select id from gone',
    'UPDATE "mails" SET "state" = $1',
    'select audit_expire($1, $2) as removed',
    'select 1 from memberships where id = $1 for no key update',
    'drop table old_months',
  ])('counts as a write: %s', (text) => {
    expect(isWrite(text)).toBe(true);
  });

  it.each([
    'select id, updated_at, deleted_at from notes where school_id = $1',
    'with seen as (select 1) select * from seen',
    'START TRANSACTION',
    'COMMIT',
    'set local lock_timeout = 10',
  ])('counts as none: %s', (text) => {
    expect(isWrite(text)).toBe(false);
  });
});
