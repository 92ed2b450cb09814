import { describe, expect, it } from '@jest/globals';
import { deliveryOf, endOfQuiet, nextDaily, type Wish } from './delivery-time.js';

const BERLIN = 'Europe/Berlin';
const NIGHT = { from: '21:00', to: '07:00' };
const at = (utc: string): Date => new Date(`2026-${utc}Z`);

describe('Quiet hours', () => {
  it.each([
    ['begin with their first minute', NIGHT, '06-01T19:00', '06-02T05:00'],
    ['go on after midnight', NIGHT, '06-01T23:30', '06-02T05:00'],
    ['last until their end', NIGHT, '06-02T04:59', '06-02T05:00'],
    ['lie within a day', { from: '12:00', to: '14:00' }, '06-01T11:00', '06-01T12:00'],
    // The clock goes from 02:00 to 03:00 on 29 March, and from 03:00 to 02:00 on 25 October.
    ['are an hour shorter in spring', NIGHT, '03-28T20:00', '03-29T05:00'],
    ['are an hour longer in autumn', NIGHT, '10-24T19:00', '10-25T06:00'],
    [
      'end after the gap where their end is skipped',
      { from: '01:00', to: '02:30' },
      '03-29T00:30',
      '03-29T01:30',
    ],
    ['come twice where the clock does', { from: '02:00', to: '02:30' }, '10-25T01:10', '10-25T01:30'],
  ])('%s', (_, quiet, now, end) => {
    expect(endOfQuiet(quiet, BERLIN, at(now))).toEqual(at(end));
  });

  it.each([
    ['before they begin', NIGHT, '06-01T18:59'],
    ['once they have ended', NIGHT, '06-02T05:00'],
    ['outside of those within a day', { from: '12:00', to: '14:00' }, '06-01T12:00'],
    ['where there are none', null, '06-01T23:30'],
  ])('hold nothing back %s', (_, quiet, now) => {
    expect(endOfQuiet(quiet, BERLIN, at(now))).toBeNull();
  });
});

describe('A daily mail', () => {
  it.each([
    ['today', null, '06-02T04:59', '06-02T05:00'],
    ['tomorrow once its time has come', null, '06-02T05:00', '06-03T05:00'],
    [
      'at the end of quiet hours that reach beyond its time',
      { from: '21:00', to: '08:15' },
      '06-02T03:00',
      '06-02T06:15',
    ],
    ['at seven by the clock after the clock has changed', null, '03-28T12:00', '03-29T05:00'],
  ])('comes %s', (_, quiet, now, then) => {
    expect(nextDaily(quiet, BERLIN, at(now))).toEqual(at(then));
  });
});

describe('A mail', () => {
  const wish: Wish = { rhythm: 'instant', quiet: NIGHT, timeZone: BERLIN, isUrgent: false };
  const [day, night] = [at('06-01T10:00'), at('06-01T22:00')];

  it('goes, waits, becomes a line of the daily mail, or is not wanted', () => {
    expect(deliveryOf(wish, day)).toBe('now');
    expect(deliveryOf(wish, night)).toEqual({ heldUntil: at('06-02T05:00') });
    expect(deliveryOf({ ...wish, rhythm: 'daily' }, day)).toEqual({ dailyAt: at('06-02T05:00') });
    expect(deliveryOf({ ...wish, rhythm: 'never' }, day)).toBe('never');
  });

  it('waits for nothing where it is urgent, and comes to nobody who wants none', () => {
    for (const rhythm of ['instant', 'daily'] as const)
      expect(deliveryOf({ ...wish, rhythm, isUrgent: true }, night)).toBe('now');
    expect(deliveryOf({ ...wish, rhythm: 'never', isUrgent: true }, night)).toBe('never');
  });
});
