import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

export interface Behaviour {
  /** Of the certificate: how long it is good. */
  days?: number;
  /** Names in the certificate, as OpenSSL writes them. */
  names?: string;
  /** A certificate of long ago; needs `faketime`. */
  isOver?: boolean;
  /** What answers at /healthz. */
  status?: number;
  body?: string;
  /** Bytes that a body may have. */
  maxBody?: number;
}

/** A proxy with a certificate of its own before a service, as far as `doctor` sees of them. */
export class TlsSite {
  private constructor(
    private readonly server: Server,
    readonly certificate: string,
    readonly url: string,
    /** What was sent to it. */
    readonly requests: { headers: IncomingHttpHeaders; body: Buffer }[],
  ) {}

  static async start({
    days = 90,
    names = 'DNS:localhost,IP:127.0.0.1',
    isOver = false,
    status = 200,
    body = '{"status":"ok"}',
    maxBody = Infinity,
  }: Behaviour = {}) {
    const { key, cert } = selfSigned(days, names, isOver);
    const requests: TlsSite['requests'] = [];
    const server = createServer({ key, cert }, (request, response) => {
      void buffer(request).then((sent) => {
        requests.push({ headers: request.headers, body: sent });
        response.writeHead(status).end(body);
      });
    });
    server.on('checkContinue', (request, response) => {
      if (Number(request.headers['content-length']) > maxBody) response.writeHead(413).end();
      else response.writeContinue();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    return new TlsSite(server, cert, url, requests);
  }

  /** As NODE_EXTRA_CA_CERTS does for a process that starts. */
  trust(): void {
    setDefaultCACertificates([...getCACertificates('default'), this.certificate]);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function selfSigned(days: number, names: string, isOver: boolean): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tls-site-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost'.split(' ');
  const more = ['-addext', `subjectAltName=${names}`, '-days', String(days), '-keyout', key, '-out', cert];
  const [program, ...argv] = [...(isOver ? ['faketime', '2020-01-01'] : []), 'openssl', ...made, ...more];
  const { status, stderr } = spawnSync(program!, argv, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const pair = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}
