/** A column of type timestamptz as the API writes it: UTC, `YYYY-MM-DDTHH:mm:ss.sssZ` (contract section 0, rule 3). */
export const utcText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
