export interface ReadMail {
  /** By lower-case name, unfolded and decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** A mail as a mail program reads it (RFC 5322, 2045, 2047): multipart/alternative, or plain text alone. */
export function readMail(raw: Buffer | string): ReadMail {
  const [head, body] = partsOf(raw.toString('utf8').replace(/\r\n/g, '\n'));
  const headers = headersOf(head);
  if (headers['content-type']?.startsWith('text/plain'))
    return { headers, text: decoded(body, headers['content-transfer-encoding'] ?? ''), html: '' };
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => partsOf(part.replace(/^\n/, '')));
  const decodedPart = (type: string): string => {
    const [partHead, content] = parts.find(([text]) => headersOf(text)['content-type']?.startsWith(type)) ?? [
      '',
      '',
    ];
    return decoded(content.replace(/\n$/, ''), headersOf(partHead)['content-transfer-encoding'] ?? '');
  };
  return { headers, text: decodedPart('text/plain'), html: decodedPart('text/html') };
}

function partsOf(text: string): [head: string, body: string] {
  const end = text.indexOf('\n\n');
  return [text.slice(0, end), text.slice(end + 2)];
}

const headersOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    head
      .replace(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        words(line.slice(line.indexOf(':') + 1).trim()),
      ]),
  );

const words = (value: string): string =>
  value.replace(/\?=\s+=\?/g, '?==?').replace(/((?:=\?utf-8\?[qb]\?[^?]*\?=)+)/gi, (run) => {
    const bytes = [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, kind, text]) =>
      kind!.toLowerCase() === 'b'
        ? Buffer.from(text!, 'base64')
        : quotedPrintable(text!.replaceAll('_', ' ')),
    );
    return Buffer.concat(bytes).toString('utf8');
  });

function decoded(content: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(content, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedPrintable(content.replace(/=\n/g, '')).toString('utf8');
  return content;
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
