import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });

/** One GET on a kept connection; `ms` from the call to the last byte. */
export function get(origin, path, headers) {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const start = performance.now();
    request({ agent, hostname, port, path, headers }, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const ms = performance.now() - start;
        const text = Buffer.concat(parts).toString();
        resolve({ status: response.statusCode, headers: response.headers, text, ms });
      });
    })
      .on('error', reject)
      .end();
  });
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
