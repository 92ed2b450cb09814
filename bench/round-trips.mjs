import { headersOf, plainCases } from './cases.mjs';
import { get } from './http.mjs';
import { ask } from './processes.mjs';

/** The SQL statements behind one call of each kind, on a server that has answered it before. */
export async function countRoundTrips({ origin, child }, schools) {
  const counted = [];
  for (const call of plainCases(schools)) {
    await get(origin, call.path, headersOf(call.school.parent));
    await ask(child, {});
    await get(origin, call.path, headersOf(call.school.parent));
    const { statements } = await ask(child, {});
    counted.push({ title: call.title, parts: statements.filter(isOfACall).map(nameOf) });
  }
  return counted;
}

/** Who read what is recorded once a second, for many calls together. */
const isOfACall = (statement) =>
  !statement.includes('into disclosures') && !statement.includes('from disclosures');

const nameOf = (statement) => (statement.includes('user_sessions') ? 'access' : 'answer');
