import { describe, expect, it } from '@jest/globals';
import { contentHash } from './content-hash.js';
import {
  additions,
  assignments,
  erasedColumns,
  hasAdditions,
  isStoredAlready,
  mergedColumns,
  reasonsToStay,
  recordOf,
  recordSet,
  type RowColumns,
} from './row-columns.js';

interface Pet {
  id: string;
  name: string;
  chipNumber: string | null;
  street: string | null;
  town: string | null;
}

const RECORD = { exported: true, erased: 'the record of a pet' } as const;

const PETS = {
  id: { ...RECORD, type: 'uuid' },
  name: { ...RECORD, type: 'text', imported: 'always', hashedSince: 1 },
  chipNumber: { ...RECORD, type: 'text', imported: 'always', hashedSince: 2, erased: true },
  street: { ...RECORD, type: 'text', imported: { given: 'home' }, erased: true },
  town: { ...RECORD, type: 'text', imported: { given: 'home' }, erased: 'one of the shelter' },
} as const satisfies RowColumns<Pet>;

const { chipNumber: _chipNumber, ...BEFORE_THE_CHIP } = PETS;

describe('contentHash', () => {
  it('returns the hash without a new column beside the hash with it', () => {
    const before = contentHash(BEFORE_THE_CHIP, { name: 'Rex' });
    const now = contentHash(PETS, { name: 'Rex', chipNumber: '7' });
    expect(now).toEqual({ digest: expect.stringMatching(/^2:/), earlierDigests: [before.digest] });
    expect(contentHash(PETS, { name: 'Rex', chipNumber: '8' }).digest).not.toBe(now.digest);
    expect(contentHash(PETS, { name: 'Rex', chipNumber: '8' }).earlierDigests).toEqual(now.earlierDigests);
  });
});

describe('the statements made of columns', () => {
  it('read records from JSON, with a flag for what an import may leave out', () => {
    expect(recordSet(PETS)).toBe(
      'source_id text, digest text, earlier_digests text[], name text, chip_number text, street text, town text, home_given boolean',
    );
    expect(recordOf(PETS, { sourceId: 'p1', digest: 'd', name: 'Rex', chipNumber: null } as never)).toEqual({
      ...{ source_id: 'p1', digest: 'd', earlier_digests: [], name: 'Rex', chip_number: null },
      ...{ street: undefined, town: undefined, home_given: false },
    });
  });

  it('update what is given, or as the statement says', () => {
    expect(assignments(PETS, 'p', { name: 'upper(m.name)' })).toBe(
      'name = upper(m.name), chip_number = m.chip_number, ' +
        'street = case when m.home_given then m.street else p.street end, ' +
        'town = case when m.home_given then m.town else p.town end',
    );
  });

  it('add a column where nothing is stored, when the hash was of fewer', () => {
    expect(additions(PETS, 'p')).toBe(
      'source_digest = m.digest, chip_number = coalesce(p.chip_number, m.chip_number)',
    );
    expect(hasAdditions(PETS, 'p')).toBe('(p.chip_number is null and m.chip_number is not null)');
    expect(hasAdditions(BEFORE_THE_CHIP, 'p')).toBe('(false)');
  });

  it('keep what is stored where a source is silent, and clear what it clears', () => {
    const stored = { id: '1', name: 'Rex', chipNumber: '7', street: null, town: null };
    expect(mergedColumns(PETS, { name: 'Max' }, stored)).toEqual({ name: 'Max', chipNumber: '7' });
    expect(mergedColumns(PETS, { chip_number: null }, stored)).toEqual({ name: 'Rex', chipNumber: null });
    expect(isStoredAlready({ name: 'Rex', street: undefined }, stored)).toBe(true);
    expect(isStoredAlready({ name: 'Rex', street: 'Main' }, stored)).toBe(false);
  });
});

describe('an erasure', () => {
  it('empties the columns that say so, and names each reason of the others once', () => {
    expect(erasedColumns(PETS)).toEqual(['chip_number', 'street']);
    expect(reasonsToStay(PETS)).toBe('the record of a pet, one of the shelter');
  });
});
