import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { isBase64 } from 'class-validator';
import type { Observable } from 'rxjs';
import { invalidField } from '../../../platform/errors/app-error.js';
import { requestOf } from '../../../platform/http/http-context.js';
import { ImageRefusedError } from '../../../platform/images/image-type.js';
import { prepareDrawing } from '../../../platform/images/prepare-image.js';
import { UploadScanner } from '../../../platform/storage/upload-scanner.js';
import type { DrawingOnRequest } from './signature.js';

/** Bytes, of the image as it is sent and as it is stored. */
const MAX_DRAWING = 100 * 1024;
const FIELD = 'signature.image_png_base64';

/**
 * Has a drawn signature scanned and made anew before the write begins, below `@Repeatable`: with an Idempotency-Key a write has a
 * connection of the database from its first moment, and others would wait for it as long as the scanner takes. What is wrong with
 * the drawing is told last, by `pngOf`: who may not answer, sends another wrong field or repeats what is stored is told that.
 */
@Injectable()
export class DrawnSignatureInterceptor implements NestInterceptor {
  constructor(private readonly scanner: UploadScanner) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = requestOf<
      DrawingOnRequest & { body?: { signature?: { image_png_base64?: unknown } | null } }
    >(context);
    const text = request.body?.signature?.image_png_base64;
    // What is no such text is refused with the other fields.
    if (text && isBase64(text))
      request.drawing = await this.prepare(Buffer.from(text as string, 'base64')).then(
        (png) => ({ png }),
        (fault: unknown) => ({ fault }),
      );
    return next.handle();
  }

  private async prepare(bytes: Buffer): Promise<Buffer> {
    if (bytes.length > MAX_DRAWING) throw invalidField(FIELD, 'The image has more than 100 kB.');
    await this.scanner.assertClean(bytes);
    try {
      return await prepareDrawing(bytes, MAX_DRAWING);
    } catch (error) {
      if (error instanceof ImageRefusedError) throw invalidField(FIELD, error.message);
      throw error;
    }
  }
}
