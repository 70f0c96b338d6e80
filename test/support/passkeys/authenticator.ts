import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Json } from '../http/http.ts';

/** What a device and its browser put into a credential; by default what the options ask for, at the origin of the tests. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly isSynced?: boolean;
  readonly userHandle?: string;
  readonly algorithm?: number;
  /** The format of a made-up attestation statement. */
  readonly statement?: string;
}

/** A passkey whose private key the test has. */
export interface SoftPasskey {
  /** What `toJSON()` of the browser gives. */
  readonly credential: Record<string, unknown> & { readonly id: string };
  /** Signs the challenge of options for a sign-in; returns what `toJSON()` of the browser gives. */
  sign(options: Options, deviation?: Deviation): Record<string, unknown> & { readonly id: string };
}

// Options are JSON of which a test reads what it needs.
type Options = Json;

export const ORIGIN = 'http://localhost:4000';
const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, synced: 0x10, attested: 0x40 };

/** Makes a passkey by options for a registration, as a device with a browser does (WebAuthn level 3, section 6). */
export function makePasskey(options: Options, deviation: Deviation = {}): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const key = toCoseKey(publicKey, deviation.algorithm ?? -7);
  const length = Buffer.from([0, id.length]);
  const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
  const rpId = String(options['rp']['id']);
  const attestation = new Map<string, unknown>([
    ['fmt', deviation.statement ?? 'none'],
    ['attStmt', new Map(deviation.statement === undefined ? [] : [['sig', randomBytes(8)]])],
    ['authData', new Uint8Array(authenticatorData(rpId, deviation, attested))],
  ]);
  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
  };
  const clientData = clientDataOf('webauthn.create', options, deviation);
  return {
    credential: {
      ...common,
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        transports: ['internal'],
        publicKeyAlgorithm: -7,
      },
    },
    sign(request, changed = {}) {
      const data = authenticatorData(String(request['rpId']), changed);
      const signedClientData = clientDataOf('webauthn.get', request, changed);
      const signed = Buffer.concat([data, createHash('sha256').update(signedClientData).digest()]);
      const response = {
        clientDataJSON: signedClientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: changed.userHandle ?? String(options['user']['id']),
      };
      return { ...common, response };
    },
  };
}

function clientDataOf(type: string, options: Options, deviation: Deviation): Buffer {
  const { origin = ORIGIN, challenge = String(options['challenge']) } = deviation;
  return Buffer.from(JSON.stringify({ type: deviation.type ?? type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(rpId: string, deviation: Deviation, attested = Buffer.alloc(0)): Buffer {
  const { isVerified = true, isSynced = false, counter = 0 } = deviation;
  const flags =
    FLAGS.present |
    (isVerified ? FLAGS.verified : 0) |
    (isSynced ? FLAGS.eligible | FLAGS.synced : 0) |
    (attested.length > 0 ? FLAGS.attested : 0);
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  const hash = createHash('sha256')
    .update(deviation.rpId ?? rpId)
    .digest();
  return Buffer.concat([hash, head, attested]);
}

/** A public key of P-256 as COSE_Key (RFC 9052). */
function toCoseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, algorithm],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(key as never));
}
