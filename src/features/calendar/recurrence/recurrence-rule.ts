import { trimmedEnd } from '../../../platform/text/trimmed-end.js';

/** RFC 5545 section 3.3.10: a rule as its parts, in capital letters. */
export type RuleParts = ReadonlyMap<string, string>;

/** The rule cannot be read, or holds what this service does not repeat by; the message is for people. */
export class UnreadableRuleError extends Error {}

/**
 * In one way of writing: capital letters, no blanks, numbers without + and leading zeros, and FREQ first, for there are
 * readers that go wrong without.
 * @throws UnreadableRuleError when it is no list of NAME=VALUE, or names a part twice
 */
export function partsOf(rule: string): RuleParts {
  const parts = new Map<string, string>();
  const text = rule.toUpperCase().replace(/[ \t]/g, '').trim();
  for (const pair of trimmedEnd(text.replace(/^RRULE:/, ''), /;/).split(';')) {
    const [name = '', value = '', ...more] = pair.split('=');
    if (!/^[A-Z-]+$/.test(name) || value === '' || more.length > 0)
      throw new UnreadableRuleError(`"${pair.slice(0, 40)}" is no part of a rule`);
    if (parts.has(name)) throw new UnreadableRuleError(`${name} is given twice`);
    parts.set(name, name === 'UNTIL' ? value : value.replace(PADDED_NUMBER, '$1$2'));
  }
  const frequency = parts.get('FREQ');
  return frequency === undefined ? parts : new Map([['FREQ', frequency], ...parts]);
}

const PADDED_NUMBER = /(^|,)(?:\+|(-))?0*(?=\d)/g;

export const ruleText = (parts: RuleParts): string =>
  [...parts].map(([name, value]) => `${name}=${value}`).join(';');

type Grammar = Record<string, RegExp>;

// Bounded: an item has at most 5 characters, and a comma is none of them.
const listOf = (item: string): RegExp => new RegExp(`^(${item})(,(${item}))*$`);

const DAY = '(MO|TU|WE|TH|FR|SA|SU)';
const UP_TO_53 = '-?([1-9]|[1-4]\\d|5[0-3])';
const UP_TO_366 = '-?([1-9]|[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6])';

/** Parts of a rule that the API accepts (contract section 7, rule 3). */
const OF_THE_API: Grammar = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,5}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  BYDAY: listOf(`(${UP_TO_53})?${DAY}`),
  BYMONTHDAY: listOf('-?([1-9]|[12]\\d|3[01])'),
  BYMONTH: listOf('[1-9]|1[0-2]'),
  BYSETPOS: listOf(UP_TO_366),
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
};

/** Parts of a rule that an import accepts besides (contract section 7, rule 11). Our clocks have no seconds. */
const OF_OTHERS: Grammar = {
  ...OF_THE_API,
  FREQ: /^(MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  BYMINUTE: listOf('\\d|[1-5]\\d'),
  BYHOUR: listOf('\\d|1\\d|2[0-3]'),
  BYYEARDAY: listOf(UP_TO_366),
  BYWEEKNO: listOf(UP_TO_53),
};

/**
 * The rule as the API accepts it, in one way of writing.
 * @throws UnreadableRuleError naming the part that is not repeated by
 */
export function acceptedRule(rule: string): RuleParts {
  const parts = checked(partsOf(rule), OF_THE_API);
  if (parts.has('COUNT') && parts.has('UNTIL'))
    throw new UnreadableRuleError('COUNT and UNTIL exclude each other');
  return parts;
}

/**
 * The rule of somebody else's calendar, understood as a whole or not at all.
 * @throws UnreadableRuleError naming the part that is not understood
 */
export function foreignRule(rule: string): RuleParts {
  const parts = new Map(partsOf(rule));
  const until = parts
    .get('UNTIL')
    ?.replace(/[-:]/g, '')
    .replace(/T\d{4}(?=Z?$)/, '$&00');
  if (until !== undefined) parts.set('UNTIL', until);
  return checked(parts, OF_OTHERS);
}

/** Whether the stored rule is one that the API accepts, written as we write it: every reader takes that alike. */
export function isPlainRule(stored: string): boolean {
  try {
    return ruleText(acceptedRule(stored)) === stored;
  } catch (error) {
    if (error instanceof UnreadableRuleError) return false;
    throw error;
  }
}

function checked(parts: RuleParts, grammar: Grammar): RuleParts {
  if (!parts.has('FREQ')) throw new UnreadableRuleError('FREQ is missing');
  for (const [name, value] of parts) {
    const pattern = Object.hasOwn(grammar, name) ? grammar[name] : undefined;
    if (!pattern) throw new UnreadableRuleError(`${name} is not supported`);
    if (!pattern.test(value)) throw new UnreadableRuleError(`${name}=${value.slice(0, 40)} is not supported`);
  }
  checkTogether(parts);
  return parts;
}

/** RFC 5545 section 3.3.10: which parts make sense with which frequency. */
function checkTogether(parts: RuleParts): void {
  const frequency = parts.get('FREQ') ?? '';
  const ordinals = /\d/.test(parts.get('BYDAY') ?? '');
  if (ordinals && frequency !== 'MONTHLY' && frequency !== 'YEARLY')
    throw new UnreadableRuleError('BYDAY with a number needs FREQ=MONTHLY or YEARLY');
  if (parts.has('BYMONTHDAY') && frequency === 'WEEKLY')
    throw new UnreadableRuleError('BYMONTHDAY makes no sense with FREQ=WEEKLY');
  if (parts.has('BYSETPOS') && ![...parts.keys()].some((name) => /^BY(?!SETPOS)/.test(name)))
    throw new UnreadableRuleError('BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH');
  if (parts.has('BYWEEKNO') && (ordinals || frequency !== 'YEARLY'))
    throw new UnreadableRuleError('BYWEEKNO needs FREQ=YEARLY, and a BYDAY without numbers');
  if (parts.has('BYYEARDAY') && ['DAILY', 'WEEKLY', 'MONTHLY'].includes(frequency))
    throw new UnreadableRuleError(`BYYEARDAY makes no sense with FREQ=${frequency}`);
}
