import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { type Entry, openPromise, type ZipFile } from 'yauzl';

/** Parts that run: macros, and the controls and sheets of other times. */
const RUNNING_PART = /^(vbaProject.*\.bin|vbaData\.xml|activeX.*|macrosheets|dialogsheets)$/i;
const RUNNING_TYPE = /macroEnabled|vbaProject|ms-excel\.(intl)?macrosheet|ms-office\.activeX/i;

/** Parts that describe the file: the types and relations of its other parts. */
const DESCRIPTION = /\.rels$|^\[Content_Types\]\.xml$/i;
/** A workbook that another one is linked to: its first element says whether a program is to be asked instead (DDE). */
const LINKED_WORKBOOK = /(^|\/)externalLinks\/[^/]*\.xml$/i;

const LINKED_TYPE = /spreadsheetml\.externalLink/i;

/**
 * Relations that are followed only by a click, or after the program has asked for permission. No other relation may lead
 * elsewhere.
 */
const FOLLOWED_ON_CLICK = /\/(hyperlink|externalLinkPath|externalLinkLongPath)$/;
/** Another file that is put in the place of a part when the document is opened, wherever it lies; data that is fetched then. */
const LOADED = /\/(aFChunk|afChunk|connections|queryTable)$/i;
const ASKS_A_PROGRAM = new Set(['ddelink', 'olelink']);

/** Parts in all, and those that are read; bytes of one of these, and of all; how deep their elements lie, and what one has. */
const MAX = { parts: 5_000, read: 500, bytes: 1_000_000, sum: 4_000_000, depth: 64, attributes: 64 };

/** It runs something, loads something from elsewhere, or cannot be understood. */
class NotPassiveError extends Error {}

/**
 * It has no macros, and opens nothing from elsewhere (ECMA-376 part 2). What cannot be read is not trusted, and neither is what
 * stands in a document type, whose entities could stand for anything.
 */
export async function isPassive(path: string): Promise<boolean> {
  try {
    const zip = await openPromise(path, { autoClose: false });
    try {
      await assertPassive(zip);
      return true;
    } finally {
      zip.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error;
    return false;
  }
}

async function assertPassive(zip: ZipFile): Promise<void> {
  if (zip.entryCount > MAX.parts) throw new NotPassiveError();
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  if (entries.some(({ fileName }) => fileName.split('/').some((name) => RUNNING_PART.test(name))))
    throw new NotPassiveError();
  const described = entries.filter(({ fileName }) => DESCRIPTION.test(fileName));
  const linked = entries.filter(({ fileName }) => LINKED_WORKBOOK.test(fileName));
  const read = [...described, ...linked];
  const sum = read.reduce((bytes, { uncompressedSize }) => bytes + uncompressedSize, 0);
  const isTooMuch =
    read.length > MAX.read ||
    sum > MAX.sum ||
    read.some(({ uncompressedSize }) => uncompressedSize > MAX.bytes);
  if (isTooMuch) throw new NotPassiveError();
  for (const entry of described) await readXml(zip, entry, assertHarmless);
  for (const entry of linked) await readXml(zip, entry, assertAsksNoProgram);
}

/** Piece by piece: others have their turn in between. */
async function readXml(zip: ZipFile, entry: Entry, look: (tag: SaxesTagPlain) => void): Promise<void> {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  // Another encoding than UTF-8 would say the same and not be seen.
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-8|us-ascii)$/i.test(encoding)) refuse();
  });
  let [depth, attributes] = [0, 0];
  parser.on('attribute', () => {
    if ((attributes += 1) > MAX.attributes) refuse();
  });
  parser.on('opentag', (tag) => {
    if ((depth += 1) > MAX.depth) refuse();
    attributes = 0;
    look(tag);
  });
  parser.on('closetag', () => void (depth -= 1));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of await zip.openReadStreamPromise(entry))
    parser.write(decoder.decode(piece as Buffer, { stream: true }));
  parser.write(decoder.decode()).close();
}

const refuse = (): never => {
  throw new NotPassiveError();
};

/** Refuses a dangerous relationship or type of content, whatever prefix its namespace has. */
function assertHarmless({ attributes }: SaxesTagPlain): void {
  const named = new Map(Object.entries(attributes).map(([name, value]) => [localName(name), value.trim()]));
  const content = named.get('contenttype') ?? '';
  if (RUNNING_TYPE.test(content)) refuse();
  if (LINKED_TYPE.test(content) && !LINKED_WORKBOOK.test(named.get('partname') ?? '')) refuse();
  const type = named.get('type') ?? '';
  const isElsewhere = named.has('targetmode') && named.get('targetmode')?.toLowerCase() !== 'internal';
  if (LOADED.test(type) || (isElsewhere && !FOLLOWED_ON_CLICK.test(type))) refuse();
}

function assertAsksNoProgram({ name }: SaxesTagPlain): void {
  if (ASKS_A_PROGRAM.has(localName(name))) refuse();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
