import { PassThrough, pipeline, type Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { UpstreamError } from '../upstream/outside-call.js';

/** Bytes of an answer that is no object: a few lines of XML, if anything. One piece of what has no end is enough. */
const MAX = 65_536;

/** The client of S3 reads every answer to its end, however long that is, but for an object, which says its length. */
export function boundAnswers({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { method } = args.request as { method: string };
      const answer = result.response as { statusCode: number; body: Readable };
      const isObject = method === 'GET' && answer.statusCode < 300;
      if (!isObject) answer.body = pipeline(answer.body, bounded, new PassThrough(), () => undefined);
      return result;
    },
    // The last one before the wire.
    { step: 'deserialize', priority: 'low' },
  );
}

async function* bounded(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = MAX;
  for await (const piece of pieces) {
    left -= piece.length;
    if (left < 0) throw new UpstreamError('too_large');
    yield piece;
  }
}
