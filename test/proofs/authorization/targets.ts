/** What a target is to the parent of this family, who is in this school. */
export const KINDS = ['own', 'other', 'foreign', 'invented'] as const;
export type Kind = (typeof KINDS)[number];

const NAMES: [RegExp, Kind | null][] = [
  [/^malformed|^a malformed|^itself$/, null],
  [/invented/, 'invented'],
  [/^another school|of another school$|elsewhere$/, 'foreign'],
  [/^this |^everyone's |^the answered |^image of an organization$/, 'own'],
];

/** By how the grids call it: whatever is none of the others is somebody else's in this school. */
export const kindOf = (target: string): Kind | null => {
  const known = NAMES.find(([name]) => name.test(target));
  return known ? known[1] : 'other';
};
