import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/** Where a route says how its answer is tagged: {@link ETagOptions}. */
export const ETAG = 'etag';

export interface ETagOptions {
  weak: boolean;
  /** Members that change with every answer and say nothing about the content. */
  except?: string[];
}

const withTag = (options: ETagOptions) =>
  applyDecorators(
    SetMetadata(ETAG, options),
    ApiResponse({ status: 304, description: 'As the caller knows it: If-None-Match names its ETag.' }),
  );

/** A list: weak ETag and If-None-Match (contract section 0, rule 11). */
export const WeakETag = () => withTag({ weak: true });

/** A single item: strong ETag, to be sent back as If-Match with a change. */
export const StrongETag = () => withTag({ weak: false });

/** An item that carries the moment of the answer; the tag is over everything else, and therefore weak. */
export const StrongETagExcept = (...except: string[]) => withTag({ weak: true, except });

/** The same with a strong tag, of an answer that readers compare by what it says (contract section 10). */
export const ContentTagExcept = (...except: string[]) => withTag({ weak: false, except });
