import { get, median } from './http.mjs';
import { ask } from './processes.mjs';

const TIMES = 2_000;
const WARM_UP = 20_000;
const PAUSE_MS = 1;
const PATH = '/waking';

/**
 * How long the same steps of JavaScript take: one time after the other, right after the answer of another process, and after
 * a moment of sleep. The first is what they take under load, the others what they take where requests come one by one.
 * @returns microseconds, medians
 */
export async function measureWaking({ child, origin }) {
  await ask(child, { path: PATH, text: '', headers: {} });
  for (let time = 0; time < WARM_UP; time++) steps();
  return {
    'one time after the other': await timed(() => undefined),
    'after the answer of another process': await timed(() => get(origin, PATH)),
    'after a millisecond of sleep': await timed(() => new Promise((wake) => setTimeout(wake, PAUSE_MS))),
  };
}

async function timed(before) {
  const took = [];
  for (let time = 0; time < TIMES; time++) {
    await before();
    const start = performance.now();
    steps();
    took.push((performance.now() - start) * 1000);
  }
  return median(took);
}

const people = Array.from({ length: 200 }, (_, id) => ({
  id,
  name: `Ada ${id}`,
  at: { street: `${id} Main`, tags: ['a', `${id}`] },
}));
let turn = 0;

/** Of many kinds, as a request's are. */
function steps() {
  for (let time = 0; time < 12; time++) {
    const text = JSON.stringify(people[(turn = (turn + 7) % people.length)]);
    const parts = new Map(Object.entries(JSON.parse(text)));
    const names = text.split(',').map((part) => part.trim().toUpperCase());
    parts.set('query', new URLSearchParams(`count=${names.length}`).get('count'));
  }
}
