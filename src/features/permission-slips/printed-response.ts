import { StreamableFile, type StreamableFileOptions } from '@nestjs/common';
import type { Shown } from '../disclosures/disclosed-subject.js';
import type { ResponseRow } from './slip-pdfs.repository.js';

/** The document of a response; it knows whose email it prints, which its bytes do not tell any more. */
export class PrintedResponse extends StreamableFile {
  /** For `@Discloses`. */
  readonly shown: Shown;

  constructor(
    pdf: Buffer,
    options: StreamableFileOptions,
    { signature, secondSignature }: Pick<ResponseRow, 'signature' | 'secondSignature'>,
  ) {
    super(pdf, options);
    const contacts = [signature, secondSignature].flatMap((signed) =>
      signed?.accountEmail && signed.membershipId ? [signed.membershipId] : [],
    );
    this.shown = { contacts };
  }
}
