import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { HostileOperator } from '../support/proofs/hostile-operator.js';
import { each, rowsChanged } from '../support/files/rewritten-file.js';
import { FROM_THERE } from '../support/schools/school-moves.js';

let by: HostileOperator;
beforeAll(async () => {
  by = await HostileOperator.begin();
  by.write('key', 'a'.repeat(44));
  by.write('other.key', 'b'.repeat(44));
  const keyed = ['backup', by.at('keyed.school'), '--school', 'whole', '--seal-key', by.at('key')];
  expect(await by.there.types(...keyed)).toMatchObject({ status: 0 });
}, 120_000);
afterAll(() => by.close());

describe('the restore of a school', () => {
  it('refuses a file that nobody has said where it is from, naming where it says so', async () => {
    expect(await by.refused(by.file, '--school')).toMatch(
      /says that it is from http:\/\/localhost:3000, which anybody can write.*--from http:\/\/localhost:3000.*--seal-key/,
    );
  });

  it('refuses a file that says that it is from somewhere else', async () => {
    expect(await by.refused(by.file, '--school', '--from', 'https://friends.example')).toMatch(
      /says that it is from http:/,
    );
  });

  it('refuses a file that says nothing of where it is from', async () => {
    const silent = await by.rewritten((manifest) => void delete manifest.origin);
    expect(await by.refused(silent, ...FROM_THERE)).toMatch(/from nowhere/);
  });

  it('refuses a file that is sealed without a key, where one was exchanged', async () => {
    expect(await by.refused(by.file, '--school', '--seal-key', by.at('key'))).toMatch(/sealed without a key/);
  });

  it('refuses a file that is sealed with another key', async () => {
    expect(await by.refused(by.at('keyed.school'), '--school', '--seal-key', by.at('other.key'))).toMatch(
      /was changed, or sealed with another key/,
    );
  });

  it('refuses a file that was changed after it was sealed with the key', async () => {
    const bytes = readFileSync(by.at('keyed.school'));
    bytes[200]! ^= 1;
    by.write('changed.school', bytes);
    expect(await by.refused(by.at('changed.school'), '--school', '--seal-key', by.at('key'))).toMatch(
      /was changed/,
    );
  });

  it('refuses a file that is sealed with a key that is not named', async () => {
    expect(await by.refused(by.at('keyed.school'), ...FROM_THERE)).toMatch(
      /sealed with a key: name the file/,
    );
  });

  it('refuses a key that anybody could guess', async () => {
    by.write('short.key', 'secret\n');
    expect(await by.refused(by.at('keyed.school'), '--school', '--seal-key', by.at('short.key'))).toMatch(
      /is no key/,
    );
  });

  it('refuses a file that imports of a source feed, until it is said whether they go on here', async () => {
    const fed = await by.rewritten(
      rowsChanged('schools', (rows) => each({ source: 'oneroster', source_id: '17' })(rows)),
    );
    expect(await by.refused(fed, ...FROM_THERE)).toMatch(
      /fed by imports of a source \(oneroster\).*--source keep/,
    );
    await by.taken(fed, '--source', 'drop');
    expect(
      await by.here.t.dataSource.query('select source from schools where id = $1', [by.whole.id]),
    ).toEqual([{ source: null }]);
    await by.forget();
  });

  it('comes with the key that both operators have', async () => {
    expect(await by.restore(by.at('keyed.school'), '--school', '--seal-key', by.at('key'))).toMatchObject({
      status: 0,
    });
  });
});
