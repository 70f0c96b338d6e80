import { Resolver } from 'node:dns/promises';
import type { DomainProofs } from '../../core/publishers/domains/domain-proofs.ts';
import {
  toFileUrl,
  toDomainProof,
  toRecordName,
  type DomainFinding,
  type PublisherDomain,
  type WayFinding,
} from '../../core/publishers/domains/publisher-domain.ts';
import { DomainError } from '../../core/errors.ts';
import { createGate } from '../../runtime/concurrency/gate.ts';
import { PrivateAddress } from '../../runtime/outbound/checked-lookup.ts';
import { createOutboundRequests } from '../../runtime/outbound/outbound-requests.ts';
import { createNameResolver } from '../../runtime/outbound/resolve-name.ts';
import { isPublicSuffix } from './public-suffixes.ts';

/** Each of the two ways ends after this time. */
const TIMEOUT_MS = 5_000;
const TRY_MS = 1_500;
const FILE_BYTES = 1_024;
const FOUND_CHARACTERS = 100;
const RETRY_SECONDS = 10;
/** Looks of requests at once in this instance, and those that wait for them. */
const GATE = { atOnce: 4, mostWaiting: 8, longestWaitMs: TIMEOUT_MS };

const SUFFIX: WayFinding = { result: 'NOT_FOUND', found: 'PUBLIC_SUFFIX' };

interface DomainProofsOptions {
  readonly isOn: boolean;
  /** Addresses of name servers, with or without a port; without any, the system's. */
  readonly servers: readonly string[];
  /** Whether websites may have private addresses, for tests. */
  readonly allowPrivate: boolean;
  /** Where the file is, for tests; by default under https://. */
  readonly fileUrl?: (domain: string) => string;
  readonly timeoutMs?: number;
}

/** Looks for tokens in the DNS first, and only without a result on the website. */
export function createDomainProofs({
  isOn,
  servers,
  allowPrivate,
  fileUrl = toFileUrl,
  timeoutMs = TIMEOUT_MS,
}: DomainProofsOptions): DomainProofs {
  const resolve = createNameResolver(servers.length === 0 ? undefined : servers);
  const request = createOutboundRequests({ allowPrivate, resolve, timeoutMs, maxBytes: FILE_BYTES });
  const gate = createGate({ ...GATE, refusal: tooMany });

  async function lookInDns({ name, token }: Claimed): Promise<WayFinding | 'PROVEN'> {
    const resolver = new Resolver({ timeout: Math.min(TRY_MS, timeoutMs), tries: 2 });
    if (servers.length > 0) resolver.setServers(servers);
    const deadline = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      // A text of more than 255 bytes comes in parts.
      const texts = (await resolver.resolveTxt(toRecordName(name))).map((parts) => parts.join('').trim());
      return texts.includes(toDomainProof(token)) ? 'PROVEN' : other(texts[0] ?? '');
    } catch (error) {
      const code = codeOf(error);
      return { result: isNoName(code) ? 'NOT_FOUND' : 'NO_ANSWER', found: code };
    } finally {
      clearTimeout(deadline);
    }
  }

  async function lookAtFile({ name, token }: Claimed): Promise<WayFinding | 'PROVEN'> {
    try {
      const headers = { accept: 'text/plain', 'user-agent': 'giveaway-gateway' };
      const response = await request(fileUrl(name), { method: 'GET', headers });
      const { status, headers: received, body, isComplete } = response;
      const code = status ?? 0;
      if (code >= 300 && code < 400)
        return { result: 'REDIRECTED', found: toFound(received.location ?? `HTTP ${code}`) };
      if (code < 200 || code >= 300) return { result: statusResult(code), found: `HTTP ${code}` };
      const text = new TextDecoder().decode(body);
      if (text.includes(toDomainProof(token))) return 'PROVEN';
      // What has not arrived may have the token.
      return isComplete ? other(text) : { result: 'NO_ANSWER', found: 'INCOMPLETE' };
    } catch (error) {
      if (error instanceof PrivateAddress) return { result: 'PRIVATE_ADDRESS', found: null };
      const code = codeOf(error);
      return { result: isNoName(code) ? 'NOT_FOUND' : 'NO_ANSWER', found: code };
    }
  }

  async function look(claimed: Claimed): Promise<DomainFinding> {
    // Claimed before the list had it.
    if (await isPublicSuffix(claimed.name)) return { provenBy: null, dns: SUFFIX, file: SUFFIX };
    const dns = await lookInDns(claimed);
    if (dns === 'PROVEN') return { provenBy: 'DNS' };
    const file = await lookAtFile(claimed);
    return file === 'PROVEN' ? { provenBy: 'FILE' } : { provenBy: null, dns, file };
  }

  return { isOn, isPublicSuffix, look: (claimed) => gate.run(() => look(claimed)), lookAgain: look };
}

type Claimed = Pick<PublisherDomain, 'name' | 'token'>;

function tooMany(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    `Many domains are being checked now. Try again in ${RETRY_SECONDS} seconds.`,
    { retryAfterSeconds: RETRY_SECONDS },
  );
}

/** Whether an error of the resolver says that there is no such name, or no record of this type. */
function isNoName(code: string): boolean {
  return code === 'ENOTFOUND' || code === 'ENODATA';
}

/** A server that is overloaded or out of order may have the file. */
function statusResult(status: number): WayFinding['result'] {
  return status >= 500 || status === 408 || status === 425 || status === 429 ? 'NO_ANSWER' : 'NOT_FOUND';
}

function other(text: string): WayFinding {
  return { result: 'OTHER_TEXT', found: toFound(text) };
}

/** The beginning of a stranger's text, on one line; PostgreSQL cannot store U+0000. */
function toFound(text: string): string {
  return text
    .slice(0, FOUND_CHARACTERS)
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  return 'code' in error ? toFound(String(error.code)) : 'ETIMEOUT';
}
