import { describe, expect, it } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { demoContent } from './demo-content.js';

const DAY = 24 * 60 * 60 * 1000;
/** A fortnight over a change of the clocks, and days on which years begin and end. */
const DAYS = [
  ...Array.from({ length: 14 }, (_, at) =>
    Temporal.PlainDate.from('2026-10-26').add({ days: at }).toString(),
  ),
  '2027-01-01',
  '2027-03-14',
  '2027-06-30',
  '2027-07-01',
  '2027-12-31',
  '2028-02-29',
];

const midnight = (day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime('America/New_York').epochMilliseconds;

// The tour (docs/tour.md) finds these by their names.
describe.each(DAYS)('a demo school that is loaded on %s', (today) => {
  const { polls, signups, permission_slips, students } = demoContent(today).contents['alder-falls']!;
  const slip = permission_slips!.find(({ title }) => title.includes('Museum'))!;

  it('opens a poll, a sign-up and a slip from the first minute of that day, and for two more', () => {
    const poll = polls!.find(({ title }) => title === 'How is lunch?');
    const signup = signups!.find(({ title }) => title === 'Help at the book fair');
    for (const asked of [poll, signup, slip]) {
      expect(Date.parse(asked!.opens_at!)).toBeLessThan(midnight(today));
      expect(Date.parse(asked!.closes_at!)).toBeGreaterThan(midnight(today) + 3 * DAY);
    }
  });

  it('asks for a slip of the demo parent that nobody has answered', () => {
    const theo = students!.find(({ guardians }) =>
      guardians!.some(({ email }) => email === 'parent@demo.school'),
    )!;
    expect(theo.first_name).toBe('Theo');
    expect(slip.audience).toEqual({
      type: 'graduation_years',
      graduation_years: [theo.graduation_year],
    });
  });
});
