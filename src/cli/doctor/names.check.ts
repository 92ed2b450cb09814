import { distance } from 'fastest-levenshtein';
import { environment } from '../../platform/config/environment.js';
import { type Check, failed, warning } from './check.js';

/** Letters that may be wrong: of short names a single one, since others have short names as well. */
const mostWrong = (name: string): number => (name.length < 8 ? 1 : 2);

/**
 * Variables that are nearly called as a setting is: what they say is heard by nobody.
 * @param given the environment
 */
export function examineNames(given: Record<string, string | undefined>): Check[] {
  const known = Object.keys(environment.shape);
  return Object.keys(given)
    .filter((name) => !known.includes(name) && given[name] !== '')
    .flatMap((name) => {
      const meant = known.find((one) => distance(one, name.toUpperCase()) <= mostWrong(one));
      return meant === undefined ? [] : [misspelt(name, meant, given[meant] !== undefined)];
    });
}

function misspelt(name: string, meant: string, isGiven: boolean): Check {
  const remedy = `Call it ${meant}, in the environment or in .env, or take it away.`;
  const message = `There is no setting of this name, and what it says is heard by nobody: is ${meant} meant?`;
  return isGiven ? warning(name, message, remedy) : failed(name, message, remedy);
}
