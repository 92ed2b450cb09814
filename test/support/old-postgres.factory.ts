import { createServer, type Server } from 'node:net';

/** As much of PostgreSQL's protocol as it takes to be asked for a number, and to tell one that is of long ago. */
export const anOldPostgres = (version: string): Server =>
  createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), READY]));
      socket.on('data', (asked) => {
        if (asked.toString('latin1', 0, 1) === 'X') return socket.end();
        const row = Buffer.concat([int16(1), int32(version.length), Buffer.from(version)]);
        const done = message('C', Buffer.from('SELECT 1\0'));
        return socket.write(Buffer.concat([message('T', ONE_NUMBER), message('D', row), done, READY]));
      });
    });
  });

const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
};
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const message = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);

const READY = message('Z', Buffer.from('I'));
const INT4 = 23;
const ONE_NUMBER = Buffer.concat([
  int16(1),
  Buffer.from('version\0'),
  int32(0),
  int16(0),
  int32(INT4),
  int16(4),
  int32(-1),
  int16(0),
]);
