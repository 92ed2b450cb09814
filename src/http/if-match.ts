import { ApiHeader } from '@nestjs/swagger';

/** Documents the header; `assertMatches` compares it. */
export const ApiIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'ETag of the item as the caller last read it.',
  });
