import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

// Loaded before a service: writes down whom it speaks to, one line each, into the file that EGRESS_RECORD names.
const note = (kind, what) => appendFileSync(process.env.EGRESS_RECORD, `${kind} ${what}\n`);

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  // Node itself passes on what it was given as one list.
  const [first, second] = Array.isArray(given[0]) ? given[0] : given;
  const {
    path,
    host = 'localhost',
    port,
  } = typeof first === 'object' ? first : { host: second, port: first };
  note('connect', path ?? `${typeof host === 'string' ? host : 'localhost'}:${port}`);
  return connect.apply(this, given);
};

for (const desk of [dns, dns.promises])
  for (const name of Object.keys(desk).filter((each) => /^(lookup|resolve|reverse)/.test(each))) {
    const ask = desk[name];
    if (typeof ask === 'function')
      desk[name] = function (what, ...rest) {
        note('lookup', what);
        return ask.call(this, what, ...rest);
      };
  }
for (const name of ['send', 'connect']) {
  const speak = dgram.Socket.prototype[name];
  dgram.Socket.prototype[name] = function (...given) {
    note('datagram', given.filter((each) => /^(string|number)$/.test(typeof each)).join(':'));
    return speak.apply(this, given);
  };
}
syncBuiltinESMExports();
