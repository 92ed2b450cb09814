import { createHash } from 'node:crypto';
import { ObjectWriter } from './object-writer.js';
import { PartCopier } from './part-copier.js';
import { PdfPart } from './pdf-part.js';
import {
  bodyOf,
  type Dictionary,
  expectKeys,
  integerOf,
  Reference,
  refusal,
  serialized,
} from './pdf-values.js';

/** What the catalog of the joined file takes from that of the first part. */
const OF_FIRST_PART = ['/Lang', '/MarkInfo', '/ViewerPreferences', '/OutputIntents'];
/** What is joined, or left out: outlines and page labels. */
const OF_EVERY_PART = [
  '/Type',
  '/Pages',
  '/Metadata',
  '/StructTreeRoot',
  '/Names',
  '/Outlines',
  '/PageLabels',
];
const STRUCTURE = ['/Type', '/K', '/RoleMap', '/ParentTree', '/ParentTreeNextKey', '/IDTree'];
const PDF_UA = /<pdfuaid:part>1<\/pdfuaid:part>/;

/** The lists of the joined file: each part adds a few numbers to them. */
class JoinedPdf {
  private readonly writer = new ObjectWriter();
  private readonly hash = createHash('sha256');
  private readonly pages = this.writer.allocate();
  private readonly structure = this.writer.allocate();
  private readonly document = this.writer.allocate();
  private readonly kids: string[] = [];
  private readonly elements: string[] = [];
  private readonly parentTree: string[] = [];
  private readonly idTree: string[] = [];
  private readonly roles: Dictionary = new Map();
  private pageCount = 0;
  private nextKey = 0;
  private isPdfUa = true;
  private metadata = '';
  private catalog = '';
  private info = '';

  /** @returns what the part adds to the file */
  add(bytes: Buffer): Buffer {
    this.hash.update(bytes);
    const part = new PdfPart(bytes);
    expectKeys('catalog', part.catalog, [...OF_FIRST_PART, ...OF_EVERY_PART]);
    const prefix = `${String(this.kids.length).padStart(9, '0')} `;
    const copier = new PartCopier(part, this.writer, this.nextKey, prefix);
    if (this.kids.length === 0) this.begin(part, copier);
    this.addMetadata(part);
    this.addPages(part, copier);
    if (part.catalog.has('/StructTreeRoot')) this.addStructure(part, copier);
    copier.finish();
    return this.writer.take();
  }

  *end(): Generator<Buffer> {
    if (this.kids.length === 0) throw new Error('There is no part to join.');
    const { pages, structure, document, writer } = this;
    const id = this.hash.digest().subarray(0, 16).toString('base64');
    const kids = this.kids.join(' ');
    writer.write(bodyOf(`<</Type /Pages /Count ${this.pageCount} /Kids [${kids}]>>`), pages);
    writer.write(bodyOf(this.structTreeRoot()), structure);
    const elements = this.elements.join(' ');
    writer.write(bodyOf(`<</Type /StructElem /S /Document /P ${structure} 0 R /K [${elements}]>>`), document);
    const metadata = writer.write(this.metadataBody(id));
    const tags = this.elements.length > 0 ? `/StructTreeRoot ${structure} 0 R` : '';
    const catalog = writer.write(
      bodyOf(`<</Type /Catalog /Pages ${pages} 0 R /Metadata ${metadata} 0 R ${tags} ${this.catalog}>>`),
    );
    yield* writer.end(`/Root ${catalog} 0 R ${this.info} /ID [(${id}) (${id})]`);
  }

  private begin(part: PdfPart, copier: PartCopier): void {
    const entry = (dictionary: Dictionary, key: string): string =>
      dictionary.has(key) ? `${key} ${copier.copy(dictionary.get(key)!)}` : '';
    this.catalog = OF_FIRST_PART.map((key) => entry(part.catalog, key)).join(' ');
    this.info = entry(part.trailer, '/Info');
  }

  /** The XMP is that of the first part. It claims PDF/UA only when that of every part does. */
  private addMetadata(part: PdfPart): void {
    const reference = part.catalog.get('/Metadata');
    if (!(reference instanceof Reference)) throw refusal('it has no metadata');
    const { value, stream } = part.object(reference.number);
    expectKeys('metadata', part.dictionary(value), ['/Type', '/Subtype', '/Length']);
    const xmp = String(stream?.toString('latin1'));
    this.isPdfUa &&= PDF_UA.test(xmp);
    this.metadata ||= xmp;
  }

  private addPages(part: PdfPart, copier: PartCopier): void {
    const pages = part.catalog.get('/Pages') ?? 'null';
    const root = part.dictionary(pages);
    root.set('/Parent', `${this.pages} 0 R`);
    this.pageCount += integerOf(root.get('/Count'));
    this.kids.push(copier.copy(pages));
  }

  private addStructure(part: PdfPart, copier: PartCopier): void {
    const reference = part.catalog.get('/StructTreeRoot');
    const root = part.dictionary(reference);
    expectKeys('structure', root, STRUCTURE);
    copier.replace(reference, this.document);
    const language = part.catalog.get('/Lang');
    for (const reference of part.array(root.get('/K'))) {
      const element = part.dictionary(reference);
      if (language && !element.has('/Lang')) element.set('/Lang', language);
      if (element.get('/S') === '/Document') element.set('/S', '/Part');
      this.elements.push(copier.copy(reference));
    }
    this.parentTree.push(...copier.copyTree(root.get('/ParentTree'), '/Nums'));
    this.idTree.push(...copier.copyTree(root.get('/IDTree'), '/Names'));
    this.nextKey += integerOf(root.get('/ParentTreeNextKey') ?? '0');
    this.addRoles(part.dictionary(root.get('/RoleMap') ?? new Map()));
  }

  private addRoles(roles: Dictionary): void {
    for (const [role, standard] of roles) {
      if ((this.roles.get(role) ?? standard) !== standard) throw refusal('its roles mean something else');
      this.roles.set(role, standard);
    }
  }

  private structTreeRoot(): string {
    const tree = (key: string, kids: string[]): string =>
      kids.length > 0 ? `${key} <</Kids [${kids.join(' ')}]>>` : '';
    const trees = `${tree('/ParentTree', this.parentTree)} ${tree('/IDTree', this.idTree)}`;
    const roles = serialized(this.roles, new Map());
    return `<</Type /StructTreeRoot /K [${this.document} 0 R] /RoleMap ${roles} ${trees} /ParentTreeNextKey ${this.nextKey}>>`;
  }

  /** Its count of pages and its identifiers are those of the joined file. */
  private metadataBody(id: string): Buffer {
    const xmp = this.metadata
      .replace(PDF_UA, (claim) => (this.isPdfUa ? claim : ''))
      .replace(/<xmpTPg:NPages>\d+/, `<xmpTPg:NPages>${this.pageCount}`)
      .replace(/(<xmpMM:(?:Document|Instance)ID>)[^<]*/g, (_, tag: string) => tag + id);
    return bodyOf(`<</Type /Metadata /Subtype /XML /Length ${xmp.length}>>`, Buffer.from(xmp, 'latin1'));
  }
}

/**
 * Joins PDFs that Typst set to one, which is sent while it is made: what a part adds comes as soon as the part is there,
 * and the page tree, the catalog, the cross-reference table and the trailer come at the end (ISO 32000-1, section 7.5).
 * No more than one part is in memory, with a few numbers for each object that was written. The joined file is tagged as
 * the parts are (section 14.7); its title, language and viewer preferences are those of the first. Images and fonts that
 * parts have alike are in it once. Outlines and page labels are left out. The same parts give the same bytes.
 * @throws Error when there is no part, and when one is no PDF as Typst writes it; what came before is then no PDF
 */
export async function* joinedPdf(parts: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  const joined = new JoinedPdf();
  for await (const part of parts) yield joined.add(part);
  yield* joined.end();
}
