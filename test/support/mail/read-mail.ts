export interface ReadMail {
  /** By lower-case name, unfolded and decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** The part for a calendar program, if there is one. */
  calendar: ReadPart | null;
}

export interface ReadPart {
  headers: Record<string, string>;
  content: string;
}

/** A mail as a mail program reads it (RFC 5322, 2045, 2047): parts, also within parts, or plain text alone. */
export function readMail(raw: Buffer | string): ReadMail {
  const [head, body] = partsOf(raw.toString('utf8').replace(/\r\n/g, '\n'));
  const headers = headersOf(head);
  const leaves = leavesOf(headers, body);
  const partOf = (type: string): ReadPart | null =>
    leaves.find((leaf) => leaf.headers['content-type']?.startsWith(type)) ?? null;
  const [text, html] = ['text/plain', 'text/html'].map((type) => partOf(type)?.content ?? '');
  return { headers, text: text!, html: html!, calendar: partOf('text/calendar') };
}

function leavesOf(headers: Record<string, string>, body: string): ReadPart[] {
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/'))
    return [{ headers, content: decoded(body, headers['content-transfer-encoding'] ?? '') }];
  const boundary = /boundary="([^"]+)"/.exec(type)?.[1] ?? '';
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const [head, content] = partsOf(part.replace(/^\n/, ''));
      return leavesOf(headersOf(head), content.replace(/\n$/, ''));
    });
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
