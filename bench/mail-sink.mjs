/** Takes mail as a server does that is quick, and drops it: as much of SMTP (RFC 5321) as a client needs. */
import { createServer } from 'node:net';

const END_OF_MAIL = '\r\n.\r\n';

const server = createServer((socket) => {
  let isMail = false;
  let waiting = '';
  const answer = (line) => socket.write(`${line}\r\n`);
  const command = (line) => {
    const word = line.slice(0, 4).toUpperCase();
    if (word === 'QUIT') return socket.end('221 2.0.0 Goodbye\r\n');
    if (word !== 'DATA') return answer('250 2.0.0 Fine');
    isMail = true;
    return answer('354 Go on');
  };
  const read = () => {
    for (;;) {
      const end = waiting.indexOf(isMail ? END_OF_MAIL : '\r\n');
      if (end < 0) return;
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + (isMail ? END_OF_MAIL.length : 2));
      if (isMail) {
        isMail = false;
        answer('250 2.0.0 Taken');
      } else command(line);
    }
  };
  socket.setEncoding('latin1').on('error', () => undefined);
  socket.on('data', (text) => {
    waiting += text;
    read();
  });
  answer('220 sink ready');
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.once('disconnect', () => process.exit());
