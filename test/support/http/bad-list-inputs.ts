/** What neither makes a list nor changes one: what is wrong, the body, the field at fault. */
export const BAD_LIST_INPUTS: [string, object, string][] = [
  ['no name', { description: 'x' }, 'name'],
  ['null as a name', { name: null }, 'name'],
  ['a number as a name', { name: 5 }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['a blank name', { name: ' \n\u00a0\0 ' }, 'name'],
  ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
  ['a number as a description', { name: 'Carpool', description: 5 }, 'description'],
  ['a description of 5,001 characters', { name: 'Carpool', description: 'x'.repeat(5001) }, 'description'],
];
