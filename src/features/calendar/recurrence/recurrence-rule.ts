/** RFC 5545 section 3.3.10: a rule as its parts, in capital letters. */
export type RuleParts = ReadonlyMap<string, string>;

/** The rule cannot be read, or holds what this service does not repeat by; the message is for people. */
export class UnreadableRuleError extends Error {}

/** @throws UnreadableRuleError when it is no list of NAME=VALUE, or names a part twice */
export function partsOf(rule: string): RuleParts {
  const parts = new Map<string, string>();
  for (const pair of rule.trim().replace(/;$/, '').split(';')) {
    const [name = '', value = '', ...more] = pair.toUpperCase().split('=');
    if (!/^[A-Z-]+$/.test(name) || value === '' || more.length > 0)
      throw new UnreadableRuleError(`"${pair.slice(0, 40)}" is no part of a rule`);
    if (parts.has(name)) throw new UnreadableRuleError(`${name} is given twice`);
    parts.set(name, value);
  }
  return parts;
}

export const ruleText = (parts: RuleParts): string =>
  [...parts].map(([name, value]) => `${name}=${value}`).join(';');

/** What the API repeats by (contract section 7, rule 3); an import takes more. */
const GRAMMAR: Record<string, RegExp> = {
  FREQ: /^(DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^[1-9]\d{0,3}$/,
  COUNT: /^[1-9]\d{0,5}$/,
  UNTIL: /^\d{8}(T\d{6}Z?)?$/,
  BYDAY: /^[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU)(,[+-]?\d{0,2}(MO|TU|WE|TH|FR|SA|SU))*$/,
  BYMONTHDAY: /^[+-]?([1-9]|[12]\d|3[01])(,[+-]?([1-9]|[12]\d|3[01]))*$/,
  BYMONTH: /^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$/,
  BYSETPOS: /^[+-]?[1-9]\d{0,2}(,[+-]?[1-9]\d{0,2})*$/,
  WKST: /^(MO|TU|WE|TH|FR|SA|SU)$/,
};

/**
 * The rule as the API accepts it, in one way of writing.
 * @throws UnreadableRuleError naming the part that is not repeated by
 */
export function acceptedRule(rule: string): RuleParts {
  const parts = partsOf(rule);
  if (!parts.has('FREQ')) throw new UnreadableRuleError('FREQ is missing');
  for (const [name, value] of parts) {
    if (!GRAMMAR[name]) throw new UnreadableRuleError(`${name} is not supported`);
    if (!GRAMMAR[name].test(value))
      throw new UnreadableRuleError(`${name}=${value.slice(0, 40)} is not supported`);
  }
  if (parts.has('COUNT') && parts.has('UNTIL'))
    throw new UnreadableRuleError('COUNT and UNTIL exclude each other');
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
  if (parts.has('BYSETPOS') && !['BYDAY', 'BYMONTHDAY', 'BYMONTH'].some((name) => parts.has(name)))
    throw new UnreadableRuleError('BYSETPOS needs BYDAY, BYMONTHDAY or BYMONTH');
}
