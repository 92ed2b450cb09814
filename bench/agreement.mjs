import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import ICAL from 'ical.js';
import { feed, headersOf, plainCases, write } from './cases.mjs';
import { call, get } from './http.mjs';

/**
 * A yardstick that does less is no yardstick: both give the same answers, to parents and admins.
 * @throws Error naming the first call that the two answer differently
 */
export async function assertAgreement({ service, yardstick, frameless }, schools) {
  const origins = [service.origin, yardstick.origin];
  for (const { id, path, school } of plainCases(schools)) {
    for (const caller of [school.parent, school.admin]) {
      const answers = await Promise.all(origins.map((origin) => get(origin, path, headersOf(caller))));
      assertSame(id, answers.map(comparable));
    }
  }
  await assertFrameless([service.origin, frameless.origin], schools);
  const feeds = await Promise.all(origins.map((origin) => call(origin, feed(schools.small))));
  assertSame('feed-500', feeds.map(entriesOf));
  await assertCompressed(service, schools.small);
  await assertWritten(origins, schools.small);
}

function assertSame(id, [ours, theirs]) {
  if (isDeepStrictEqual(ours, theirs)) return;
  throw new Error(`${id}: the yardstick answers something else than the service`);
}

function comparable({ status, headers, text }) {
  if (status !== 200) throw new Error(`The answer was ${status}`);
  return {
    tagged: headers.etag !== undefined,
    caching: headers['cache-control'],
    body: JSON.parse(text),
  };
}

/** Where nothing checks a request the answers are the same all the same, byte by byte. */
async function assertFrameless(origins, schools) {
  for (const { id, path, school, ceilings } of plainCases(schools)) {
    if (!ceilings?.includes('frameless')) continue;
    const answers = await Promise.all(origins.map((origin) => get(origin, path, headersOf(school.parent))));
    if (answers[0].text !== answers[1].text)
      throw new Error(`${id}: without a framework something else is answered`);
  }
}

/** One may write a time on the clock of the school and the other in UTC. */
function entriesOf({ status, text }) {
  if (status !== 200) throw new Error(`The answer was ${status}`);
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, location, description, startDate, endDate } = new ICAL.Event(component);
    const labels = component.getAllProperties('categories').flatMap((property) => property.getValues());
    const times = [startDate, endDate].map((time) => (time.isDate ? time.toString() : time.toUnixTime()));
    return [uid, summary, location, description, labels, times, component.getFirstPropertyValue('url')];
  });
}

async function assertCompressed({ origin }, { id, parent }) {
  const path = `/api/v1/schools/${id}/students`;
  const plain = await get(origin, path, headersOf(parent));
  const sent = await get(origin, path, { ...headersOf(parent), 'Accept-Encoding': 'gzip, br' });
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[sent.headers['content-encoding']];
  const text = unpack ? unpack(sent.body).toString() : sent.text;
  if (text !== plain.text) throw new Error('compressed-600: compressed is something else than plain');
}

/** What the one was told, the other shows. */
async function assertWritten(origins, { id, parent, writers }) {
  const answers = [];
  for (const [i, origin] of origins.entries()) {
    const stamp = `number ${i}`;
    const { status, text } = await call(origin, write(writers[0], stamp));
    answers.push({ status, body: text.replace(stamp, '') });
    const { text: roster } = await get(origins[1 - i], `/api/v1/schools/${id}/students`, headersOf(parent));
    if (!roster.includes(`Writer ${stamp}`)) throw new Error('mixed-600: a write is not to be seen');
  }
  assertSame('mixed-600', answers);
}
