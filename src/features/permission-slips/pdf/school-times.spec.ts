import { describe, expect, it } from '@jest/globals';
import { inUtc, SchoolTimes } from './school-times.js';

const at = (timeZone: string, locale = 'en-US') => new SchoolTimes({ timeZone, locale });
const plain = (text: string | string[]) => [text].flat().map((line) => line.replace(/[\u202f\u2009]/g, ' '));
const START = new Date('2026-12-03T13:30:00Z');

describe('SchoolTimes', () => {
  it.each<[string, Date | null, string[]]>([
    [
      'America/New_York',
      null,
      ['Thursday, December 3, 2026', '8:30 AM, Eastern Standard Time (America/New_York)'],
    ],
    [
      'America/New_York',
      new Date('2026-12-03T20:00:00Z'),
      ['Thursday, December 3, 2026', '8:30 AM – 3:00 PM, Eastern Standard Time (America/New_York)'],
    ],
    [
      'Pacific/Auckland',
      new Date('2026-12-03T20:00:00Z'),
      ['Friday, December 4, 2026', '2:30 – 9:00 AM, New Zealand Daylight Time (Pacific/Auckland)'],
    ],
    [
      'Europe/Berlin',
      new Date('2026-12-03T23:30:00Z'),
      [
        'Thursday, December 3, 2026 at 2:30 PM –',
        'Friday, December 4, 2026 at 12:30 AM, Central European Standard Time (Europe/Berlin)',
      ],
    ],
  ])('writes an event as clocks at the school show it: %s until %s', (zone, endsAt, lines) => {
    expect(plain(at(zone).event({ startsAt: START, endsAt }))).toEqual(lines);
  });

  it('writes whole days as they are, wherever the school is', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const days = (startDate: string, endDate: string) => plain(at(zone).event({ startDate, endDate }));
      expect(days('2026-12-03', '2026-12-03')).toEqual(['Thursday, December 3, 2026']);
      expect(days('2026-12-03', '2026-12-05')).toEqual(['Thursday, December 3 – Saturday, December 5, 2026']);
    }
  });

  it('writes in the language of the school', () => {
    expect(plain(at('Europe/Berlin', 'de-DE').exactMoment(START))).toEqual([
      '3. Dezember 2026 um 14:30:00, Mitteleuropäische Normalzeit (Europe/Berlin)',
    ]);
    expect(plain(at('Asia/Tokyo', 'ja-JP').moment(START))).toEqual([
      '2026年12月3日 22:30, 日本標準時 (Asia/Tokyo)',
    ]);
  });

  it('writes UTC as everyone reads it', () => expect(inUtc(START)).toBe('2026-12-03 13:30:00 UTC'));
});
