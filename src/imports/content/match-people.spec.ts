import { describe, expect, it } from '@jest/globals';
import { type GivenPerson, type KnownPerson, matchPeople, personKey } from './match-people.js';

const known = (sourceId: string | null, name: string, email: string | null = null): KnownPerson => {
  const [firstName = '', lastName = ''] = name.split(' ');
  return { sourceId, firstName, lastName, email };
};
const given = (name: string, email?: string): GivenPerson => {
  const [first_name = '', last_name = ''] = name.split(' ');
  return { first_name, last_name, email };
};
const match = (people: GivenPerson[], records: KnownPerson[]) => [
  ...matchPeople(people, records, personKey).values(),
];

describe('matchPeople', () => {
  it('knows the record that an earlier run made, though its email was edited since', () => {
    const record = known('ada@x.example', 'Ada Park', 'new@x.example');
    expect(match([given('Ada Park', 'ada@x.example')], [record])).toEqual([record]);
  });

  it('goes by email before the name', () => {
    const ada = known('p1', 'Ada Park', 'ada@x.example');
    expect(match([given('Adelheid Park', 'ada@x.example')], [known('p2', 'Adelheid Park'), ada])).toEqual([
      ada,
    ]);
  });

  it('goes by name in any case where there is no email', () => {
    const ada = known('p1', 'Ada PARK', 'ada@x.example');
    expect(match([given('ada park')], [ada])).toEqual([ada]);
  });

  it('fills in the email of somebody who had none', () => {
    const ada = known('name:ada park', 'Ada Park');
    expect(match([given('Ada Park', 'ada@x.example')], [ada])).toEqual([ada]);
  });

  it('takes another address for another person', () => {
    expect(match([given('Ada Park', 'ada@y.example')], [known('p1', 'Ada Park', 'ada@x.example')])).toEqual([
      null,
    ]);
  });

  it('refuses to guess between two of one name', () => {
    const both = [known('p1', 'Ada Park', 'a@x.example'), known('p2', 'Ada Park', 'b@x.example')];
    expect(match([given('Ada Park')], both)).toEqual(['ambiguous']);
  });

  it('gives each record to one entry only', () => {
    const ada = known('ada@x.example', 'Ada Park', 'ada@x.example');
    expect(match([given('Ada Park'), given('Ada Park', 'ada@x.example')], [ada]).toSorted()).toEqual([
      ada,
      null,
    ]);
  });
});
