import { headersOf, speedCases, TITLES } from './cases.mjs';
import { get } from './http.mjs';
import { ask } from './processes.mjs';

/** The SQL statements behind one call of each kind, on a server that has answered it before. */
export async function countRoundTrips({ origin, child }, schools) {
  const counted = [];
  for (const call of speedCases(schools)) {
    await get(origin, call.path, headersOf(call));
    await ask(child, {});
    await get(origin, call.path, headersOf(call));
    const { statements } = await ask(child, {});
    counted.push({ title: TITLES[call.id], parts: statements.map(nameOf) });
  }
  return counted;
}

const nameOf = (statement) => (statement.includes('user_sessions') ? 'access' : 'answer');
