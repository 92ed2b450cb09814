/** What names, addresses and words are made of; all invented. */

const words = (text) => text.split(' ');

export const FIRST_NAMES = words(
  'Ada Bo Cléo Dario Łucja Fenn Gio Hattie Ines Jory Kaya Lior Milo Nell Otis Pia Quin Rhea',
);
export const NAME_BEGINS = words(
  'Ash Birch Cedar Dell Elder Fern Glen Hazel Ivy Juniper Linden Moss North Oak Reed',
);
export const NAME_ENDS = words('land man stan brand hand ran');
export const STREETS = [
  'Mill Lane',
  'Harbor Street',
  'Orchard Road',
  'Chapel Hill',
  'Station Avenue',
  'Meadow Way',
];
export const CITIES = ['Eastwater', 'Northfield', 'Lower Ferry'];
export const RELATIONS = words('mother father guardian stepparent grandparent');
export const DEPARTMENTS = ['Arts', 'Languages', 'Mathematics', 'Office', 'Science', 'Sport'];
export const OCCASIONS = [
  'Choir rehearsal',
  'Science fair',
  'Home game',
  'Reading evening',
  'Coffee with the head',
];
export const DISHES = ['Tomato soup', 'Noodles with peas', 'Bean stew', 'Fish and rice', 'Pancakes'];

/** A plain name that finds three students of the large school, and a plain piece of a name that finds most. */
export const RARE_NAME = 'Quillfeather';
export const COMMON_PIECE = 'an';

/** One of a list of texts in a parameter, by a number that counts up. */
export const pick = (list, number) =>
  `(${list}::text[])[1 + (${number})::bigint % cardinality(${list}::text[])]`;
