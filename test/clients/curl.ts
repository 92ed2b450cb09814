import type { Exchange } from './recorder.js';

/** The request as a command; credentials are variables of the reader's. */
export function request({ method, path, headers, body }: Exchange): string {
  const verb = method === 'GET' ? '' : `-X ${method} `;
  const parts = [`curl ${verb}"$BASE_URL${path}"`, credentials(headers), ...further(headers)];
  return [...parts, ...content(headers.get('content-type') ?? '', body)].join(' \\\n  ');
}

function credentials(headers: Headers): string {
  const isBasic = headers.get('authorization')?.startsWith('Basic ');
  return isBasic ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-H "Authorization: Bearer $ACCESS_TOKEN"';
}

function further(headers: Headers): string[] {
  return [
    ...(headers.has('if-match') ? ['-H "If-Match: $ETAG"'] : []),
    ...(headers.has('idempotency-key') ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
  ];
}

function content(type: string, body: string): string[] {
  if (body === '') return [];
  if (type.startsWith('multipart/form-data')) return fieldsOf(body);
  const json = JSON.stringify(JSON.parse(body), null, 2).replaceAll("'", String.raw`'\''`);
  return ["-H 'Content-Type: application/json'", `-d '${json}'`];
}

function fieldsOf(form: string): string[] {
  const fields = form.matchAll(
    /Content-Disposition: form-data; name="([^"]+)"(?:; filename="([^"]+)")?\r\n([^]*?)\r\n--/g,
  );
  return [...fields].map(([, name, file, rest = '']) =>
    file === undefined ? `-F ${name}=${rest.trim()}` : `-F ${name}=@${file}`,
  );
}
