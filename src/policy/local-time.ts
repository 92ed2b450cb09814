/**
 * SQL of the instant at which clocks of a zone show a time: of an hour that comes twice in autumn the first (contract section 7,
 * rule 2), where PostgreSQL takes the second one. An hour before, no clock was set back.
 * @param local SQL, a timestamp without a zone
 * @param zone SQL of an IANA name
 */
export const instantOf = (local: string, zone: string): string =>
  `least(${local} at time zone ${zone}, (${local} - interval '1 hour') at time zone ${zone} + interval '1 hour')`;
