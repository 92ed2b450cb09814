/* Categories and tags are compared without regard to case, in every script. */

export const lower = (text: string): string => `lower(${text} collate "und-x-icu")`;

export const lowered = (names: string): string => `array(select ${lower('name')} from unnest(${names}) name)`;
