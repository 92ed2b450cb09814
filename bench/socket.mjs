/**
 * The socket itself: a bare `node:http` server that sends what it was given before. No service on Node.js is quicker;
 * what the load generator measures here is the most that it could measure at all.
 */
import { createServer } from 'node:http';

const answers = new Map();

const server = createServer((request, response) => {
  const { body, headers } = answers.get(request.url);
  response.writeHead(200, headers);
  response.end(body);
});

process.on('message', ({ path, text, headers }) => {
  const body = Buffer.from(text);
  answers.set(path, { body, headers: { ...headers, 'Content-Length': body.length } });
  process.send({});
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit());
