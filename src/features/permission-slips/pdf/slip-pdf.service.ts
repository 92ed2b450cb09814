import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { blankPage } from './blank-page.js';
import { responsePage, SIGNATURE_IMAGES } from './response-page.js';
import type { BlankSlipDocument, SlipResponseDocument } from './slip-document.js';
import { LOGO, type SlipDocument } from './slip-page.js';
import { Typesetter } from './typesetter.js';

/**
 * Permission slips as PDF (contract section 4, rules 10 and 11): tagged, fonts embedded, text that can be selected. The
 * same document gives the same bytes.
 */
@Injectable()
export class SlipPdfService implements OnModuleDestroy {
  private readonly typesetter = new Typesetter();

  onModuleDestroy(): void {
    this.typesetter.stop();
  }

  /**
   * An answer, to be filed.
   * @throws UnavailableError when it cannot be set at the moment
   */
  response(document: SlipResponseDocument): Promise<Buffer> {
    const { signature, secondSignature: second } = document;
    const drawn = [signature, ...(second === null || second === 'awaited' ? [] : [second])];
    const images = drawn.map(({ imagePng }, at) => [SIGNATURE_IMAGES[at]!, imagePng] as const);
    return this.typeset(document, responsePage(document), images);
  }

  /**
   * A form to print, fill in and sign by hand.
   * @throws UnavailableError when it cannot be set at the moment
   */
  blankForm(document: BlankSlipDocument): Promise<Buffer> {
    return this.typeset(document, blankPage(document), []);
  }

  private typeset(
    { school, generatedAt }: SlipDocument,
    page: object,
    signatures: (readonly [string, Buffer | null])[],
  ): Promise<Buffer> {
    const images = [[LOGO, school.logoPng] as const, ...signatures];
    return this.typesetter.typeset({
      data: JSON.stringify(page),
      images: Object.fromEntries(images.flatMap(([path, png]) => (png ? [[path, png]] : []))),
      timestamp: Math.floor(generatedAt.getTime() / 1000),
    });
  }
}
