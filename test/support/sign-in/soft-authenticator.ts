import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** What a test has wrong on purpose. */
export interface Deviation {
  origin?: string;
  /** Of what the browser says, beside what it always says. */
  clientData?: Record<string, unknown>;
  rpId?: string;
  type?: string;
  /** Bits of authenticator data: present and verified, unless given (WebAuthn Level 3, section 6.1). */
  flags?: number;
  counter?: number;
  userHandle?: string;
  credentialId?: string;
  /** Another key than the one that was shown. */
  key?: KeyObject;
}

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

const encoded = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR of what an authenticator writes (RFC 8949): small integers, bytes, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  return size < 256
    ? Buffer.from([(major << 5) | 24, size])
    : Buffer.from([(major << 5) | 25, size >> 8, size & 0xff]);
}

/** A key in software, which answers as an authenticator does: for what no honest one would say. */
export class SoftAuthenticator {
  readonly credentialId = encoded(randomBytes(16));
  readonly key: KeyObject;
  private readonly publicKey: KeyObject;
  private userHandle = '';
  private counter = 1;

  constructor(
    private readonly rpId: string,
    private readonly origin: string,
  ) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    [this.key, this.publicKey] = [pair.privateKey, pair.publicKey];
  }

  /** As `navigator.credentials.create()`. */
  create({ challenge, user }: { challenge: string; user: { id: string } }, wrong: Deviation = {}) {
    this.userHandle = user.id;
    const { x, y } = this.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      ...([
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ] as const),
    ]);
    const id = Buffer.from(this.credentialId, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cbor(key)]);
    const flags = (wrong.flags ?? PRESENT_AND_VERIFIED) | WITH_CREDENTIAL;
    const authData = Buffer.concat([this.dataOf({ ...wrong, flags, counter: 0 }), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.answer({
      clientDataJSON: this.clientData('webauthn.create', challenge, wrong),
      attestationObject: encoded(cbor(attestation)),
      transports: ['internal'],
    });
  }

  /** As `navigator.credentials.get()`. */
  get({ challenge }: { challenge: string }, wrong: Deviation = {}) {
    const clientDataJSON = this.clientData('webauthn.get', challenge, wrong);
    const authData = this.dataOf({ counter: this.counter++, ...wrong });
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.answer(
      {
        clientDataJSON,
        authenticatorData: encoded(authData),
        signature: encoded(sign('sha256', signed, wrong.key ?? this.key)),
        userHandle: wrong.userHandle ?? this.userHandle,
      },
      wrong.credentialId,
    );
  }

  private dataOf({ rpId = this.rpId, flags = PRESENT_AND_VERIFIED, counter = 0 }: Deviation): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted]);
  }

  private clientData(type: string, challenge: string, wrong: Deviation): string {
    const origin = wrong.origin ?? this.origin;
    const said = { type: wrong.type ?? type, challenge, origin, crossOrigin: false, ...wrong.clientData };
    return encoded(JSON.stringify(said));
  }

  private answer(response: Record<string, unknown>, id = this.credentialId) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
