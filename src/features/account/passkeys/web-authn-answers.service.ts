import { Inject, Injectable, Logger } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { SETTINGS } from '../../../platform/config/settings.constants.js';
import type { Settings } from '../../../platform/config/settings.js';
import { PasskeysRepository, type StoredPasskey } from './passkeys.repository.js';

/** It takes a tenth of a second to load: by whoever uses a passkey, and not by the start. */
const webAuthn = () => import('@simplewebauthn/server');

/** Checks the answers of devices against WebAuthn Level 3; the reason of a refusal never leaves here. */
@Injectable()
export class WebAuthnAnswers {
  private readonly logger = new Logger('Passkeys');
  private readonly origin: string;
  /** Browsers give a passkey to the host that it was made for, and to no other. */
  readonly rpId: string;

  constructor(
    @Inject(SETTINGS) { siteUrl }: Settings,
    private readonly passkeys: PasskeysRepository,
  ) {
    this.origin = new URL(siteUrl).origin;
    this.rpId = new URL(siteUrl).hostname;
  }

  async optionsToSignIn() {
    const { generateAuthenticationOptions } = await webAuthn();
    const challenge = Buffer.from(await this.passkeys.makeChallenge(null), 'base64url');
    return generateAuthenticationOptions({ rpID: this.rpId, challenge, userVerification: 'required' });
  }

  async optionsToAdd({ userId, email }: { userId: string; email: string }) {
    const { generateRegistrationOptions } = await webAuthn();
    const known = await this.passkeys.credentialsOf(userId, this.rpId);
    return generateRegistrationOptions({
      rpName: 'School Directory',
      rpID: this.rpId,
      userName: email,
      userID: new TextEncoder().encode(userId),
      challenge: Buffer.from(await this.passkeys.makeChallenge(userId), 'base64url'),
      attestationType: 'none',
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** The passkey that has signed, and its count on the device. Null for everything that is not right. */
  async verifySignIn(given: unknown): Promise<{ passkey: StoredPasskey; counter: number } | null> {
    const answer = given as AuthenticationResponseJSON;
    const challenge = await this.takeChallenge(answer);
    if (challenge?.userId !== null) return null;
    const passkey = await this.passkeys.findPasskey(textOf(answer.id), this.rpId);
    if (!passkey || handleOf(answer) !== passkey.userId) return null;
    const { publicKey, ...stored } = passkey;
    const credential = {
      ...{ id: stored.credentialId, counter: stored.counter },
      publicKey: new Uint8Array(publicKey),
    };
    const verified = await this.checked(async () => {
      const { verifyAuthenticationResponse } = await webAuthn();
      return verifyAuthenticationResponse({
        ...this.expected(challenge.challenge),
        response: answer,
        credential,
      });
    });
    return verified?.verified ? { passkey, counter: verified.authenticationInfo.newCounter } : null;
  }

  /** Null for everything that is not right. */
  async verifyAdded(userId: string, given: unknown): Promise<Omit<StoredPasskey, 'id' | 'userId'> | null> {
    const answer = given as RegistrationResponseJSON;
    const challenge = await this.takeChallenge(answer);
    if (challenge?.userId !== userId) return null;
    const verified = await this.checked(async () => {
      const { verifyRegistrationResponse } = await webAuthn();
      return verifyRegistrationResponse({ ...this.expected(challenge.challenge), response: answer });
    });
    if (!verified?.verified) return null;
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    const known = transports.filter((one) => /^[a-z-]{1,20}$/.test(one)).slice(0, 10);
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports: known };
  }

  private expected(challenge: string) {
    return {
      expectedChallenge: challenge,
      expectedOrigin: this.origin,
      expectedRPID: this.rpId,
      requireUserVerification: true,
    };
  }

  /** It is used up before anything is looked at. */
  private async takeChallenge(answer: unknown): Promise<{ challenge: string; userId: string | null } | null> {
    const { challenge, isFramed } = clientDataOf(answer);
    const taken = challenge === null ? null : await this.passkeys.takeChallenge(challenge);
    if (!taken || isFramed) return null;
    return { challenge: challenge!, userId: taken.userId };
  }

  /** The library throws what it does not take, malformed parts as well. */
  private async checked<T>(verify: () => Promise<T>): Promise<T | null> {
    try {
      return await verify();
    } catch (error) {
      // The library's message has values of the answer in quotes.
      const reason = String((error as Error).message).replace(/"[^"]*"/g, '…');
      this.logger.warn({ reason }, 'A passkey was refused');
      return null;
    }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const decoded = (value: unknown): string => Buffer.from(textOf(value), 'base64url').toString('utf8');

/** No page of ours is shown within one of another site (WebAuthn Level 3, section 13.4.9). */
function clientDataOf(answer: unknown): { challenge: string | null; isFramed: boolean } {
  try {
    const { response } = answer as { response: { clientDataJSON: unknown } };
    const client = JSON.parse(decoded(response.clientDataJSON)) as Record<string, unknown>;
    const isFramed = (client['crossOrigin'] ?? false) !== false || 'topOrigin' in client;
    return { challenge: textOf(client['challenge']) || null, isFramed };
  } catch {
    return { challenge: null, isFramed: false };
  }
}

const handleOf = ({ response }: AuthenticationResponseJSON): string => decoded(response.userHandle);
