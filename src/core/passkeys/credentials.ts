import { z } from 'zod';

/** The longest credential id has 1,023 bytes (WebAuthn level 3, section 4). */
const MAX_ID = 1_364;
/** Browsers send some hundred bytes; extensions and statements of devices can make it more. */
const MAX_CLIENT_DATA = 4_096;
const MAX_ATTESTATION = 32_768;
const MAX_AUTHENTICATOR_DATA = 4_096;
const MAX_SIGNATURE = 2_048;
/** 64 bytes. */
const MAX_HANDLE = 86;
const MAX_TRANSPORTS = 10;
/** Such as `internal` or `smart-card`. */
const TRANSPORT = /^[a-z0-9-]{1,32}$/;

/** Bytes as base64url without padding (RFC 4648, section 5). */
function base64url(limit: number) {
  const message = `must be 1 to ${limit} characters of base64url, as credential.toJSON() gives them.`;
  return z
    .string(message)
    .min(1, message)
    .max(limit, message)
    .regex(/^[\w-]*$/, message);
}

const object = 'must be an object, as credential.toJSON() gives it.';
const type = z.literal('public-key', 'must be public-key.');

/** Browsers may know further ones later, and nothing depends on them: others are left out. */
function toTransports(sent: unknown): readonly string[] {
  const known = Array.isArray(sent)
    ? sent.filter((each) => typeof each === 'string' && TRANSPORT.test(each))
    : [];
  return [...new Set(known as string[])].slice(0, MAX_TRANSPORTS);
}

/** A new credential in JSON (RegistrationResponseJSON); fields that nobody reads are left out. */
export const registeredCredential = z.object(
  {
    id: base64url(MAX_ID),
    type,
    response: z.object(
      {
        clientDataJSON: base64url(MAX_CLIENT_DATA),
        attestationObject: base64url(MAX_ATTESTATION),
        transports: z.unknown().optional().transform(toTransports),
      },
      object,
    ),
  },
  object,
);
export type RegisteredCredential = z.output<typeof registeredCredential>;

/** A signed challenge in JSON (AuthenticationResponseJSON). */
export const presentedCredential = z.object(
  {
    id: base64url(MAX_ID),
    type,
    response: z.object(
      {
        clientDataJSON: base64url(MAX_CLIENT_DATA),
        authenticatorData: base64url(MAX_AUTHENTICATOR_DATA),
        signature: base64url(MAX_SIGNATURE),
        userHandle: base64url(MAX_HANDLE),
      },
      object,
    ),
  },
  object,
);
export type PresentedCredential = z.output<typeof presentedCredential>;
