import { once } from 'node:events';
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/*
 * A caller who asks for many large answers at once and reads them as they come, on a thread of its own: until all are there,
 * or it is told to go.
 */

const { url, token, paths, count } = workerData;
const { hostname, port } = new URL(url);
const statuses = {};

const sockets = [];
for (let at = 0; at < count; at += 1) {
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.once('data', (bytes) => {
    const status = bytes.toString('latin1', 9, 12);
    statuses[status] = (statuses[status] ?? 0) + 1;
    socket.resume();
  });
  sockets.push(socket);
  // What a system queues of new connections has a bound of its own.
  if (at % 100 === 99) await once(socket, 'connect');
}
await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')));
parentPort.postMessage('ready');
await once(parentPort, 'message');
parentPort.once('message', () => sockets.forEach((socket) => socket.destroy()));
sockets.forEach((socket, at) =>
  socket.write(
    `GET /api/v1${paths[at % paths.length]} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
  ),
);
await Promise.all(
  sockets.map((socket) => socket.closed || new Promise((done) => socket.once('close', done))),
);
parentPort.postMessage(statuses);
