import { describe, expect, it } from '@jest/globals';
import { acceptedRule, partsOf, ruleText, UnreadableRuleError } from './recurrence-rule.js';

describe('The accepted rules', () => {
  it.each([
    'FREQ=DAILY;INTERVAL=2;COUNT=10',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR;UNTIL=20261218;WKST=SU',
    'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261218T235959Z',
    'FREQ=MONTHLY;BYMONTHDAY=-1,15;COUNT=6',
    'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=3',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=9',
  ])('%s is one of them', (rule) => {
    expect(ruleText(acceptedRule(rule))).toBe(rule);
  });

  it('read alike in any case, with blanks around and a semicolon behind', () => {
    expect(ruleText(acceptedRule(' freq=weekly;byday=mo;count=3; '))).toBe('FREQ=WEEKLY;BYDAY=MO;COUNT=3');
  });

  it.each([
    ['nothing', ''],
    ['no frequency', 'COUNT=3'],
    ['hours', 'FREQ=HOURLY;COUNT=3'],
    ['BYHOUR', 'FREQ=DAILY;BYHOUR=9;COUNT=3'],
    ['BYWEEKNO', 'FREQ=YEARLY;BYWEEKNO=20;COUNT=3'],
    ['BYYEARDAY', 'FREQ=YEARLY;BYYEARDAY=1;COUNT=3'],
    ['RSCALE', 'RSCALE=HEBREW;FREQ=YEARLY;COUNT=3'],
    ['COUNT with UNTIL', 'FREQ=DAILY;COUNT=3;UNTIL=20261218'],
    ['COUNT twice', 'FREQ=DAILY;COUNT=3;COUNT=4'],
    ['COUNT of none', 'FREQ=DAILY;COUNT=0'],
    ['an interval of none', 'FREQ=DAILY;INTERVAL=0;COUNT=3'],
    ['a name of no day', 'FREQ=WEEKLY;BYDAY=XX;COUNT=3'],
    ['a first Monday of the week', 'FREQ=WEEKLY;BYDAY=1MO;COUNT=3'],
    ['a day of the month in a week', 'FREQ=WEEKLY;BYMONTHDAY=3;COUNT=3'],
    ['a place in nothing', 'FREQ=DAILY;BYSETPOS=1;COUNT=3'],
    ['the 32nd', 'FREQ=MONTHLY;BYMONTHDAY=32;COUNT=3'],
    ['the 13th month', 'FREQ=YEARLY;BYMONTH=13;COUNT=3'],
    ['an UNTIL that is no date', 'FREQ=DAILY;UNTIL=tomorrow'],
    ['another property', 'DTSTART=20260907;FREQ=DAILY;COUNT=3'],
    ['two lines', 'FREQ=DAILY;COUNT=3\nEXRULE:FREQ=DAILY'],
  ])('%s is none of them', (_what, rule) => {
    expect(() => acceptedRule(rule)).toThrow(UnreadableRuleError);
  });
});

describe('The parts of a rule', () => {
  it('keep what the API does not repeat by, for an import', () => {
    expect([...partsOf('FREQ=YEARLY;BYWEEKNO=20')]).toEqual([
      ['FREQ', 'YEARLY'],
      ['BYWEEKNO', '20'],
    ]);
  });
});
