/**
 * The socket itself: a bare `node:http` server that sends what it was given before, a large answer in turns as the service
 * does. No service on Node.js is quicker; what the load generator measures here is the most that it could measure at all.
 */
import { createServer } from 'node:http';
import { writeChunked } from '../dist/src/platform/http/chunked-writer.js';

const answers = new Map();

const server = createServer((request, response) => {
  const { body, headers } = answers.get(request.url);
  for (const [name, value] of headers) response.setHeader(name, value);
  writeChunked(response, [body]);
});

process.on('message', ({ path, text, headers }) => {
  answers.set(path, { body: Buffer.from(text), headers: Object.entries(headers) });
  process.send({});
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit());
