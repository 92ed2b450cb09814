import { inNormalForm } from '../../text/normalize.js';

interface Person {
  first_name: string;
  last_name: string;
  email?: string | null | undefined;
}

/** The natural key of a person without an id: the email, else the name (operations section 5). */
export const personKey = (person: Person): string => person.email ?? `name:${nameKey(person)}`;

/** Upper and lower case are one name. */
export const nameKey = ({ first_name, last_name }: Pick<Person, 'first_name' | 'last_name'>): string =>
  inNormalForm(`${first_name} ${last_name}`).toLowerCase();
