import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/**
 * One call on a kept connection; `ms` from the call to the last byte, `body` as it was sent.
 * @param {{ method?: string, path: string, headers?: object, body?: string }} call
 */
export function call(origin, { method = 'GET', path, headers = {}, body = '' }) {
  const { hostname, port } = new URL(origin);
  const type = body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const start = performance.now();
    request({ agent, hostname, port, method, path, headers: { ...headers, ...type } }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - start;
        const received = Buffer.concat(parts);
        const text = received.toString();
        resolve({ status: response.statusCode, headers: response.headers, body: received, text, ms });
      });
    })
      .on('error', reject)
      .end(body);
  });
}

export const get = (origin, path, headers) => call(origin, { path, headers });

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
