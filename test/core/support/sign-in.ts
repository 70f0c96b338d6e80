import { randomUUID } from 'node:crypto';
import type { Allowance, LimitedUse, RateLimits } from '../../../src/core/access/rate-limits.ts';
import { LIMITED_USES } from '../../../src/core/access/limited-uses.ts';
import type { Account, AccountStore } from '../../../src/core/accounts/account-store.ts';
import { DEVICE_DAYS, MAX_DEVICES, type DeviceStore } from '../../../src/core/accounts/devices/device.ts';
import type { PublisherStore } from '../../../src/core/accounts/publisher-store.ts';
import type { SignIn } from '../../../src/core/accounts/sessions.ts';
import { UNUSED_SHORT_CODES } from '../../../src/core/accounts/sign-in-code-rules.ts';
import type {
  NewSignInCode,
  QueuedSignInMail,
  SignInCodes,
  SignInMail,
} from '../../../src/core/accounts/sign-in-codes.ts';
import type { Clock } from '../../../src/core/clock.ts';
import { DomainError } from '../../../src/core/errors.ts';
import type { Ids } from '../../../src/core/ids.ts';
import { LANGUAGES, type Language } from '../../../src/core/languages.ts';
import { MailRefused } from '../../../src/core/mail.ts';
import type { Memory } from './memory.ts';

export function createRateLimits(clock: Clock): RateLimits {
  const windows = new Map<string, { uses: number; readonly endsAt: number }>();
  return {
    async consume(use: LimitedUse, ...by): Promise<Allowance | undefined> {
      if (use === 'request-by-key' || use === 'request-by-network') return undefined;
      const { uses: limit, windowSeconds } = LIMITED_USES[use];
      const now = clock.now().getTime();
      const name = JSON.stringify([use, ...by]);
      const found = windows.get(name);
      const window = found && found.endsAt > now ? found : { uses: 0, endsAt: now + windowSeconds * 1_000 };
      window.uses += 1;
      windows.set(name, window);
      return {
        limit,
        windowSeconds,
        remaining: Math.max(0, limit - window.uses),
        resetSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1_000)),
        exceeded: window.uses > limit,
      };
    },
  };
}

/** Sessions, and the codes that were sent, by e-mail address. */
export interface FakeSignIn extends SignIn {
  readonly sent: readonly { readonly email: string; readonly code: string }[];
  readonly sessions: ReadonlySet<string>;
  isMailAway: boolean;
  /** Whether the mail server refuses every address for good. */
  isRefused: boolean;
}

export function createSignIn(): FakeSignIn {
  const sent: { email: string; code: string }[] = [];
  const sessions = new Set<string>();
  let opened = 0;
  const signIn: FakeSignIn = {
    sent,
    sessions,
    isMailAway: false,
    isRefused: false,
    async sendCode({ email, code }) {
      if (signIn.isRefused) throw new MailRefused(undefined);
      if (signIn.isMailAway) throw new DomainError('SERVICE_UNAVAILABLE', 'The mail cannot be handed over.');
      sent.push({ email, code });
    },
    deviceOf(headers) {
      const name = headers.get('cookie') ?? randomUUID();
      return { hash: `hash of ${name}`, cookie: `device=${name}` };
    },
    async open(accountId) {
      opened += 1;
      const token = `session-${opened}-of-${accountId}`;
      sessions.add(token);
      return { id: `ses_${opened}`, token, cookies: [`session=${token}`] };
    },
    async close(headers) {
      sessions.delete(headers.get('authorization')?.replace('Bearer ', '') ?? '');
      return ['session='];
    },
  };
  return signIn;
}

interface KeptCode extends NewSignInCode {
  readonly id: number;
  readonly code: string;
  readonly isUsed: boolean;
  readonly isReplaced: boolean;
  readonly mail: SignInMail | undefined;
  readonly refusedAt: Date | null;
  readonly wrongOwn: number;
  readonly wrongElsewhere: number;
}

const DAY_MS = 86_400_000;

export function createDevices(memory: Memory): DeviceStore {
  const devices = memory.table<{ readonly accountId: string; readonly hash: string; readonly at: Date }>();
  return {
    async note(accountId, hash, at) {
      const [known] = devices.remove((row) => row.accountId === accountId && row.hash === hash);
      devices.add({ accountId, hash, at });
      const own = devices.rows.filter((row) => row.accountId === accountId);
      const first = own.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0];
      if (own.length > MAX_DEVICES) devices.remove((row) => row === first);
      return known === undefined || known.at.getTime() < at.getTime() - DEVICE_DAYS * DAY_MS;
    },
  };
}

export function createSignInCodes(memory: Memory): SignInCodes {
  const codes = memory.table<KeptCode>();
  let issued = 0;
  const issue = (code: NewSignInCode, queued: QueuedSignInMail | undefined): string => {
    codes.update(
      (row) => row.email === code.email && row.network === code.network && !row.isUsed,
      () => ({ isReplaced: true, mail: undefined }),
    );
    issued += 1;
    const digits = String(issued).padStart(code.digits, '1');
    const counts = { isUsed: false, isReplaced: false, wrongOwn: 0, wrongElsewhere: 0, refusedAt: null };
    const mail = queued && { ...queued, email: code.email, code: digits };
    codes.add({ ...code, ...counts, id: issued, code: digits, mail });
    return digits;
  };
  return {
    async countUnused(email, since) {
      const unused = codes.rows.filter((row) => row.email === email && row.now > since && !row.isUsed);
      return Math.min(unused.length, UNUSED_SHORT_CODES);
    },
    issue: async (code) => issue(code, undefined),
    async queue(code, mail) {
      issue(code, mail);
      return { id: String(issued), group: code.network };
    },
    findMail: async (id, now) =>
      codes.find((row) => String(row.id) === id && row.expiresAt > now && !row.isUsed && !row.isReplaced)
        ?.mail,
    async endMail(id, refusedAt) {
      codes.update(
        (row) => String(row.id) === id,
        (row) => ({ mail: undefined, refusedAt: refusedAt ?? row.refusedAt }),
      );
    },
    wasRefused: async ({ email, network }, now) =>
      codes.rows.some(
        (row) =>
          row.email === email && row.network === network && row.expiresAt > now && row.refusedAt !== null,
      ),
    async redeem({ email, network, code, now, attemptLimits }) {
      const isOwn = (row: KeptCode) => row.network === network;
      const compared = codes.rows
        .filter((row) => row.email === email && row.expiresAt > now && !row.isUsed && !row.isReplaced)
        .filter((row) => row.now.getTime() > now.getTime() - DAY_MS)
        .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)) || other.id - one.id)
        .slice(0, 1 + UNUSED_SHORT_CODES)
        .filter((row) =>
          isOwn(row) ? row.wrongOwn < attemptLimits.own : row.wrongElsewhere < attemptLimits.elsewhere,
        );
      const hit = compared.filter((row) => row.code === code).toSorted((one, other) => other.id - one.id)[0];
      if (hit) {
        codes.update(
          (row) => row.id === hit.id,
          () => ({ isUsed: true }),
        );
        return true;
      }
      const missed = new Set(compared.map(({ id }) => id));
      codes.update(
        (row) => missed.has(row.id),
        (row) => ({
          wrongOwn: row.wrongOwn + Number(isOwn(row)),
          wrongElsewhere: row.wrongElsewhere + Number(!isOwn(row)),
        }),
      );
      return false;
    },
  };
}

export interface FakeAccounts extends AccountStore {
  languageOf(id: string): Language;
}

export function createAccounts(memory: Memory, ids: Ids, publishers: PublisherStore): FakeAccounts {
  const accounts = memory.table<Account>();
  const languages = memory.table<{ readonly id: string; readonly language: Language }>();
  return {
    languageOf: (id) => languages.find((row) => row.id === id)?.language ?? LANGUAGES[0],
    async findLanguage(email) {
      const account = accounts.find((row) => row.email === email);
      return languages.find((row) => row.id === account?.id)?.language;
    },
    async setLanguage(id, language) {
      languages.remove((row) => row.id === id);
      languages.add({ id, language });
    },
    find: async (id) => accounts.find((row) => row.id === id),
    async findOrCreate(email, now) {
      const existing = accounts.find((row) => row.email === email);
      if (existing) return existing;
      const id = ids.next('acc');
      const { id: publisherId } = await publishers.findOrCreate(`account:${id}`, now);
      const created = { id, email, publisherId, createdAt: now };
      accounts.add(created);
      return created;
    },
  };
}
