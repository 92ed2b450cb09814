import type { ContentFile } from '../imports/content/content-file.schema.js';
import { slug } from '../text/normalize.js';
import { EASTERN_ORIGINS } from './data/origins-east.js';
import { SOUTHERN_ORIGINS } from './data/origins-south.js';
import { WESTERN_ORIGINS } from './data/origins-west.js';
import type { SCHOOL_FACTS } from './demo-schools.js';
import { pickSurname } from './people.js';
import { Seeded } from './seeded.js';

type StaffInput = NonNullable<ContentFile['staff']>[number];

const ORIGINS = [...WESTERN_ORIGINS, ...EASTERN_ORIGINS, ...SOUTHERN_ORIGINS];

/** One person a post; those who are demo accounts hold the posts that their rights come from. */
export function staffEntries(shortName: string, facts: (typeof SCHOOL_FACTS)[string]): StaffInput[] {
  const random = new Seeded(facts.firstNumber);
  const admins = Object.entries(facts.admins);
  const taken = new Set<string>();
  return facts.posts.map(([department, title, room], post) => {
    const [email, admin] = admins.find(([, one]) => one.post === post) ?? [];
    const person = admin ?? newcomer(random, taken);
    const hasMailbox = room !== null || random.chance(0.5);
    return {
      first_name: person.first_name,
      last_name: person.last_name,
      title,
      department,
      email: email ?? (hasMailbox ? mailbox(person, shortName) : null),
      phone: room === null ? null : `${facts.phone} ext. ${200 + post}`,
      room,
    };
  });
}

/** Of another surname than those before. */
function newcomer(random: Seeded, taken: Set<string>): { first_name: string; last_name: string } {
  const origin = random.weighted(ORIGINS);
  const isWoman = random.chance(0.6);
  const surname = pickSurname(random, origin);
  if (taken.has(surname.his)) return newcomer(random, taken);
  taken.add(surname.his);
  return {
    first_name: random.pick(isWoman ? origin.girls : origin.boys),
    last_name: isWoman ? surname.hers : surname.his,
  };
}

const mailbox = (person: { first_name: string; last_name: string }, shortName: string): string =>
  `${slug(person.first_name)}.${slug(person.last_name)}@${shortName}.example`;
