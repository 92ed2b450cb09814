import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { joinedPdf } from './joined-pdf.js';
import { PdfPart } from './pdf-part.js';
import { type Dictionary, Reference, type Value } from './pdf-values.js';
import { Typesetter } from '../typesetter.js';

const TEMPLATE = `
#let d = json(bytes(sys.inputs.data))
#set document(title: d.title)
#set text(font: ("Noto Sans", "Noto Sans Hebrew"), lang: d.language)
= #d.title
#image("/logo.png", alt: "The logo, not 1 0 R")
#d.text
#link("https://example.org/a(1 0 R)")[A link] and #link(<end>)[another].
#table(columns: 2, table.header([A], [B]), [1], [2])
#pagebreak()
== The end <end>
of #d.title`;

const DOCUMENTS = [
  { title: 'First (1 0 R)', text: 'Hello 5 0 R', language: 'en' },
  { title: 'Second \\) 2 0 R', text: 'שלום Ada', language: 'en' },
  { title: 'Third << /ID', text: 'Hallo', language: 'de' },
];

const folder = mkdtempSync(join(tmpdir(), 'joined-pdf-'));
const typesetter = new Typesetter();
let parts: Buffer[];
let bytes: Buffer;
let joined: PdfPart;

const joinAll = (given: Buffer[]): Promise<Buffer> => buffer(joinedPdf(given));

beforeAll(async () => {
  const template = join(folder, 'template.typ');
  writeFileSync(template, TEMPLATE);
  const logo = sharp({ create: { width: 9, height: 9, channels: 4, background: '#3878b080' } });
  const images = { '/logo.png': await logo.png().toBuffer() };
  parts = [];
  for (const data of DOCUMENTS.map((each) => JSON.stringify(each)))
    parts.push(await typesetter.typeset({ template, data, images, timestamp: 1_700_000_000 }));
  bytes = await joinAll(parts);
  joined = new PdfPart(bytes);
});
afterAll(() => {
  typesetter.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** With other bytes in its text, as many where others come after them. */
function altered(pdf: Buffer, from: string | RegExp, to: string): Buffer {
  const text = pdf.toString('latin1').replace(from, to);
  expect(text === pdf.toString('latin1')).toBe(false);
  return Buffer.from(text, 'latin1');
}

/** The first object is the catalog. */
function aPdf(...objects: string[]): Buffer {
  let text = '%PDF-1.7\n';
  const entries = objects.map((object, before) => {
    const offset = text.length;
    text += `${before + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${entries.length + 1}\n0000000000 65535 f \n${entries.join('')}`;
  const trailer = `trailer\n<</Size ${entries.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text + table + trailer, 'latin1');
}

const MOVED = ['/Parent', '/StructParents', '/StructParent', '/Dest'];
const structureOf = (pdf: PdfPart): Dictionary => pdf.dictionary(pdf.catalog.get('/StructTreeRoot'));
const numberOf = (value: Value | undefined): number => (value as Reference).number;

/** Every page, as a reference. */
function pagesOf(pdf: PdfPart, node = pdf.catalog.get('/Pages')!): Reference[] {
  const kids = pdf.dictionary(node).get('/Kids');
  if (!kids) return [node as Reference];
  for (const kid of pdf.array(kids)) expect(pdf.dictionary(kid).get('/Parent')).toEqual(node);
  return pdf.array(kids).flatMap((kid) => pagesOf(pdf, kid));
}

/** With all that it refers to, but for what is another in the joined file. */
function whole(pdf: PdfPart, value: Value): unknown {
  if (value instanceof Reference) {
    const { value: found, stream } = pdf.object(value.number);
    return [whole(pdf, found), stream?.toString('base64')];
  }
  if (Array.isArray(value)) return value.map((each) => whole(pdf, each));
  if (typeof value === 'string') return value;
  const entries = [...value].filter(([key]) => !MOVED.includes(key));
  return Object.fromEntries(entries.map(([key, entry]) => [key, whole(pdf, entry)]));
}

/** The dictionaries of the file, but for those within others, in which a key has a value. */
function withEntry(pdf: PdfPart, key: string, value: string): Dictionary[] {
  const objects = Array.from({ length: Number(pdf.trailer.get('/Size')) - 1 }, (_, i) => pdf.object(i + 1));
  return objects
    .map((object) => object.value)
    .filter((each) => each instanceof Map)
    .filter((each) => each.get(key) === value);
}

/** The elements below one, which say that they are; numbers of marked content as they are. */
function outline(pdf: PdfPart, reference: Reference): unknown[] {
  const element = pdf.dictionary(reference);
  const kids = pdf.array(element.get('/K')).map((kid) => {
    if (kid instanceof Reference) {
      expect(numberOf(pdf.dictionary(kid).get('/P'))).toBe(reference.number);
      return outline(pdf, kid);
    }
    return kid instanceof Map ? pdf.dictionary(kid.get('/Obj')).get('/Contents') : kid;
  });
  return [element.get('/S'), element.get('/T') ?? element.get('/Alt'), ...kids];
}

/** The keys and values of a tree that has one level of nodes. */
function leavesOf(pdf: PdfPart, tree: string, list: '/Nums' | '/Names'): [string, Value][] {
  return pdf.array(pdf.dictionary(structureOf(pdf).get(tree)).get('/Kids')).flatMap((kid) => {
    const node = pdf.dictionary(kid);
    const pairs = pdf
      .array(node.get(list))
      .flatMap((key, i, all): [string, Value][] => (i % 2 === 0 ? [[key as string, all[i + 1]!]] : []));
    expect(node.get('/Limits')).toEqual([pairs[0]![0], pairs.at(-1)![0]]);
    return pairs;
  });
}

describe('joinedPdf', () => {
  it('holds the pages of all parts in their order, with all that is on them', () => {
    const separate = parts.map((each) => new PdfPart(each));
    const expected = separate.flatMap((pdf) => pagesOf(pdf).map((page) => whole(pdf, page)));
    expect(expected).toHaveLength(6);
    expect(pagesOf(joined).map((page) => whole(joined, page))).toEqual(expected);
    expect(joined.dictionary(joined.catalog.get('/Pages')).get('/Count')).toBe('6');
  });

  it('says in the cross-reference table where each object begins', () => {
    const text = bytes.toString('latin1');
    const table = text.slice(Number(/startxref\n(\d+)/.exec(text)![1]));
    const entries = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
    expect(entries).toHaveLength(Number(joined.trailer.get('/Size')) - 1);
    const starts = entries.map((offset) => text.slice(offset, text.indexOf('\n', offset)));
    expect(starts).toEqual(entries.map((_, before) => `${before + 1} 0 obj`));
  });

  it('writes an image, its mask and its colours once', () => {
    const [separate] = parts.map((each) => new PdfPart(each));
    expect(withEntry(separate!, '/Subtype', '/Image')).toHaveLength(2);
    expect(withEntry(joined, '/Subtype', '/Image')).toHaveLength(2);
    expect(withEntry(joined, '/N', '3')).toHaveLength(1);
  });

  it('leads links to a page of their own part', () => {
    const pages = pagesOf(joined).map(numberOf);
    const inner = withEntry(joined, '/Subtype', '/Link').filter((link) => link.has('/Dest'));
    const targets = inner.map((link) => numberOf(joined.array(link.get('/Dest'))[0]));
    expect(targets).toEqual([pages[1], pages[3], pages[5]]);
  });

  it('leaves text alone that looks like a reference', () => {
    expect(withEntry(joined, '/Contents', '(https://example.org/a(1 0 R))')).toHaveLength(3);
    const titles = withEntry(joined, '/S', '/H1').map((heading) => heading.get('/T'));
    expect(titles).toEqual(['(First (1 0 R))', '(Second \\\\\\) 2 0 R)', '(Third << /ID)']);
    expect(withEntry(joined, '/S', '/Figure')[2]!.get('/Alt')).toBe('(The logo, not 1 0 R)');
  });

  it('gives the same bytes for the same parts', async () => {
    expect(await joinAll(parts)).toEqual(bytes);
    const other = new PdfPart(await joinAll(parts.toReversed()));
    expect(other.trailer.get('/ID')).not.toEqual(joined.trailer.get('/ID'));
  });

  it('sends what it has before it asks for the next part', async () => {
    let asked = 0;
    async function* asking(): AsyncGenerator<Buffer> {
      while (asked < parts.length) yield parts[asked++]!;
    }
    const stream = joinedPdf(asking());
    const { value: first } = (await stream.next()) as { value: Buffer };
    expect(asked).toBe(1);
    expect(first.length).toBeGreaterThan(parts[0]!.length / 2);
    expect(bytes.subarray(0, first.length)).toEqual(first);
    await stream.next();
    expect(asked).toBe(2);
  });
});

describe('the structure of a joined PDF', () => {
  const elementOf = (pdf: PdfPart): Reference => pdf.array(structureOf(pdf).get('/K'))[0] as Reference;

  it('holds that of every part in one document', () => {
    const separate = parts.map((each) => new PdfPart(each)).map((pdf) => outline(pdf, elementOf(pdf)));
    const expected = separate.map(([, ...within]) => ['/Part', ...within]);
    expect(outline(joined, elementOf(joined))).toEqual(['/Document', undefined, ...expected]);
    expect(structureOf(joined).get('/RoleMap')).toEqual(structureOf(new PdfPart(parts[0]!)).get('/RoleMap'));
    expect(joined.dictionary(joined.catalog.get('/MarkInfo')).get('/Marked')).toBe('true');
  });

  it('leads from each page and each link to its elements', () => {
    const tree = leavesOf(joined, '/ParentTree', '/Nums');
    const keys = tree.map(([key]) => Number(key));
    expect(keys).toEqual(keys.map((_, i) => i));
    expect(structureOf(joined).get('/ParentTreeNextKey')).toBe(String(keys.length));
    const elements = new Map(tree);
    for (const page of pagesOf(joined)) {
      const marked = joined.array(elements.get(joined.dictionary(page).get('/StructParents') as string));
      expect(marked.length).toBeGreaterThan(0);
      for (const [i, element] of marked.entries()) {
        expect(joined.dictionary(element).get('/K')).toContain(String(i));
        expect(joined.dictionary(element).get('/Pg')).toEqual(page);
      }
    }
    for (const link of withEntry(joined, '/Subtype', '/Link')) {
      const element = joined.dictionary(elements.get(link.get('/StructParent') as string));
      const [kid] = joined.array(element.get('/K')).filter((each) => each instanceof Map);
      expect(joined.dictionary(kid!.get('/Obj'))).toBe(link);
    }
  });

  it('tells the identifiers of the parts apart', () => {
    const tree = leavesOf(joined, '/IDTree', '/Names');
    const ids = tree.map(([id]) => id);
    expect(ids).toHaveLength(6);
    expect(ids).toEqual([...new Set(ids)].toSorted());
    for (const [id, element] of tree) expect(joined.dictionary(element).get('/ID')).toBe(id);
    const headers = withEntry(joined, '/S', '/TD').flatMap((cell) =>
      joined.array(cell.get('/A')).flatMap((each) => (each as Dictionary).get('/Headers') ?? []),
    );
    expect(headers.flat().toSorted()).toEqual(ids);
  });

  it('names the language of each part', () => {
    const said = withEntry(joined, '/S', '/Part').map((part) => part.get('/Lang'));
    expect([joined.catalog.get('/Lang'), ...said]).toEqual(['(en)', '(en)', '(en)', '(de)']);
  });

  it('takes the title of the first part, counts all pages, and claims PDF/UA when each part does', async () => {
    expect(String(bytes)).toContain('<rdf:li xml:lang="x-default">First (1 0 R)</rdf:li>');
    expect(joined.dictionary(joined.trailer.get('/Info')).get('/Title')).toBe('(First (1 0 R))');
    expect(String(bytes)).toContain('<pdfuaid:part>1</pdfuaid:part><xmpTPg:NPages>6<');
    const claimless = altered(parts[1]!, '<pdfuaid:part>1</pdfuaid:part>', ' '.repeat(30));
    expect(String(await joinAll([parts[0]!, claimless]))).not.toContain('pdfuaid:part');
  });
});

describe('joinedPdf, of a part', () => {
  it('reads all that the syntax has, and gives each page annotations of its own', async () => {
    const stream = '(1 0 R endstream endobj \xff';
    const part = aPdf(
      '<</Type/Catalog/Pages 2 0 R/Metadata 3 0 R>>',
      '<</Type/Pages/Kids[4 0 R]/Count 1/MediaBox[0 0 9 9]>>',
      '<</Type/Metadata/Subtype/XML/Length 1>>\nstream\nx\nendstream',
      '<</Parent 2 0 R/A(\\(1 0 R)/B<31 3020>/C#20D/E% 1 0 R (\n/F[1 0 6 0 % 7\n\nR null]/Contents 5 0 R/Annots[7 0 R]>>',
      `<</Length 6 0 R>>stream\r\n${stream}\nendstream`,
      String(stream.length),
      '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]>>',
    );
    const pdf = new PdfPart(await joinAll([part, parts[0]!, part]));
    const page = pdf.dictionary(pagesOf(pdf).at(-1));
    const { value, stream: contents } = pdf.object(numberOf(page.get('/Contents')));
    expect([page.get('/A'), page.get('/B'), page.get('/C#20D')]).toEqual(['(\\(1 0 R)', '<31 3020>', '/E']);
    expect(page.get('/F')).toEqual(['1', '0', pdf.dictionary(value).get('/Length'), 'null']);
    expect(contents!.toString('latin1')).toBe(stream);
    expect(pdf.dictionary(page.get('/Parent')).get('/MediaBox')).toEqual(['0', '0', '9', '9']);
    const [first, , , last] = pagesOf(pdf).map((each) => pdf.dictionary(each).get('/Annots'));
    expect(first).not.toEqual(last);
  });

  it.each<[string, string | RegExp, string, RegExp]>([
    ['that is cut off', /[^]{40}$/, '', /does not end/],
    ['of another version', '%PDF-1.7', '%PDF-2.0', /begin/],
    ['that is encrypted', '\n  /Size', '\n/Encrypt 1 0 R /Size', /trailer has the entry \/Encrypt/],
    ['that was changed later', '\n  /Size', '\n/Prev 9 /Size', /trailer has the entry \/Prev/],
    ['without a cross-reference table', /startxref\n\d+/, 'startxref\n16', /cross-reference table/],
    ['with an object elsewhere', /(xref\n0 \d+\n[^]{20})\d{10}/, '$10000000017', /object 1 is not where/],
    ['without an object', /n(..trailer)/s, 'f$1', /object \d+ is missing/],
    ['with a longer stream', /\/Length (\d)/, '/Length 9', /stream is not as long/],
    ['with forms', '/Outlines 2', '/AcroForm 2', /catalog has the entry \/AcroForm/],
    ['with a tree of more nodes', '/Nums [', '/Kids [', /tree of names or numbers has the entry \/Kids/],
    ['with later generations', '/Pages 1 0 R', '/Pages 1 1 R', /generation/],
    ['with a link to nowhere', '/Dest (end)', '/Dest (eMd)', /name that it does not have/],
    ['with another role', '/Title /P', '/Title /Q', /roles/],
  ])('refuses one %s', async (_, from, to, reason) => {
    await expect(joinAll([parts[0]!, altered(parts[1]!, from, to)])).rejects.toThrow(reason);
  });

  it('refuses what is no PDF, and no part at all', async () => {
    for (const other of ['', 'Hello', '<html></html>'])
      await expect(joinAll([Buffer.from(other)])).rejects.toThrow('The part is no PDF that can be joined');
    await expect(joinAll([])).rejects.toThrow('There is no part');
  });
});
