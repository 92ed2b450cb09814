/** Of twelve people in four families five are children. */
const FAMILIES = [
  { children: 1, adults: 2 },
  { children: 1, adults: 2 },
  { children: 2, adults: 2 },
  { children: 1, adults: 1 },
];

const GIVEN = 'Ada Zoë Noor Mateo Björn Aiko Lucía Omar Ines Tadeusz Wren Élise'.split(' ');
const FAMILY = [
  'Okafor',
  'Núñez',
  "O'Hara",
  'Park',
  'van Dijk',
  'Şahin',
  'Kowalczyk',
  'Lindqvist',
  'Haddad',
  'Moreau',
];

export interface Person {
  id: string;
  role: string;
  orgs: number[];
  given: string;
  family: string;
  email: string;
  phone: string;
  grade: string;
  related: string[];
}

export const school = (at: number): string => id('5c', at);

/** As long as those of most systems, which tells in the memory. */
export const id = (kind: '5c' | '0c' | 'ab' | 'ad' | 'af' | 'e0' | 'e1', at: number): string =>
  `${kind}000000-1e57-4000-8000-${String(at).padStart(12, '0')}`;

export const grade = (at: number): string => String((at % 12) + 1).padStart(2, '0');

export function person(userId: string, role: string, orgs: number[], at: number): Person {
  const given = GIVEN[at % GIVEN.length]!;
  const family = FAMILY[Math.floor(at / GIVEN.length) % FAMILY.length]!;
  const email = `${given.toLowerCase()}.${at}.${role}@families.example.org`
    .normalize('NFD')
    .replace(/[^!-~]/g, '');
  const phone = role === 'student' ? '' : `+1 202 555 01${String(at % 100).padStart(2, '0')}`;
  return { id: userId, role, orgs, given, family, email, phone, grade: '', related: [] };
}

/** As many whole families as these people make. */
export function* families(people: number): Generator<{ children: number; adults: number }> {
  let left = people;
  for (let at = 0; ; at += 1) {
    const family = FAMILIES[at % FAMILIES.length]!;
    left -= family.children + family.adults;
    if (left < 0) return;
    yield family;
  }
}
