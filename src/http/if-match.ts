import { ApiHeader } from '@nestjs/swagger';

/** Documents the header; `assertMatches` compares it. */
export const ApiIfMatch = (what = 'item') =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: `ETag of the ${what} as the caller last read it.`,
  });
