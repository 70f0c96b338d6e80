import type { Logger } from 'pino';
import type { Metrics } from '../adapters/http/metrics/metrics.ts';
import { createJobs, type RunningJobs } from '../adapters/jobs/jobs.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { foldTexts } from '../adapters/postgres/operations/fold-texts.ts';
import { markEnded } from '../adapters/postgres/feed/mark-ended.ts';
import { purgeExpired } from '../adapters/postgres/purge/purge.ts';
import { countDays } from '../adapters/postgres/statistics/count-days.ts';
import type { Config } from '../config/config.ts';
import type { Chain } from './chain/chain.ts';
import { createKeeper } from './chain/keeper.ts';
import { sendAccountMails } from '../core/account-mails/send-account-mails.ts';
import { sendSignInCode } from '../core/accounts/send-sign-in-code.ts';
import { checkDomains } from '../core/publishers/domains/check-domains.ts';
import { fetchImages, type PublisherTurn } from '../core/pictures/fetch-images.ts';
import { warnExpiringKeys } from '../core/api-keys/warn-expiring-keys.ts';
import { JobNotDue, type JobData } from '../core/jobs.ts';
import { isClockWrong } from '../core/status/is-clock-wrong.ts';
import type { Ports } from '../adapters/ports/ports.ts';
import { verifyPrizeDeliveries } from '../core/prizes/verify-prize-deliveries.ts';
import { finishProvision } from '../core/provisioning/finish-provision.ts';
import { goesToAccount, sendReportMails } from '../core/reports/mails/send-report-mails.ts';
import type { DueMail, MailRun } from '../core/send-due-mails.ts';
import { sendWebhooks } from '../core/webhooks/deliver/send-webhooks.ts';
import { confirmSubscription } from '../core/webhooks/subscriptions/confirm-subscription.ts';
import { startWebhook } from '../core/webhooks/deliver/start-webhook.ts';

const DAY_SECONDS = 86_400;
/** The longest run, well below the limit of one attempt of a job. Other jobs run before it continues. */
const RUN_MS = 60_000;
const PAUSE_SECONDS = 30;
/**
 * After this time other webhooks get their turn. Those that are not slow share few slots, which receivers that take a second for each
 * of many messages would hold; a slow one may take ten seconds for the first message alone.
 */
const TURN_MS = { usual: 5_000, slow: 20_000 };
const WARN_SECONDS = 3_600;
const MARK_SECONDS = 15;
const COUNT_SECONDS = 3_600;
const FOLD_SECONDS = 3_600;
const CHECK_SECONDS = 10;
const MAIL_SECONDS = 10;
const DOMAINS_SECONDS = 900;
const IMAGES_SECONDS = 60;
/** Until images are fetched again after one could not be stored. */
const STOPPED_SECONDS = 1_800;
/** Until the purge or the counting of days looks again whether the clocks agree. */
const WRONG_CLOCK_SECONDS = 600;

interface JobsParts {
  readonly config: Config;
  readonly database: Database;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly chain: Pick<Chain, 'keeper'>;
  /** Jobs are one of the ports, so the ports are complete only after this call, but before the first job runs. */
  readonly ports: () => Ports;
}

/**
 * The jobs of a gateway: those of the product, the daily purge, the marking of ended listings, the counting of days, the folding of
 * texts, the warnings about keys, the mails to accounts and about reports, the checks of domains and the keeper. They run from `start` on.
 */
export function openJobs({ config, database, metrics, log, chain, ports }: JobsParts): RunningJobs {
  const retention = {
    operationDays: config.OPERATION_RETENTION_DAYS,
    auditMonths: config.AUDIT_RETENTION_MONTHS,
  };
  const jobs = createJobs({
    execute: database.execute,
    handlers: {
      'finish-provision': (data, addedAt) => finishProvision(ports(), data, addedAt),
      'verify-prize-delivery': async () => undefined,
      ...(config.chain.kind !== 'off' && {
        async 'verify-prize-deliveries'() {
          const end = performance.now() + RUN_MS;
          const failures = await verifyPrizeDeliveries(ports(), () => performance.now() > end);
          throw new JobNotDue(CHECK_SECONDS, { failures });
        },
      }),
      'send-sign-in-code': (data) => sendSignInCode(ports(), data),
      'send-webhook': (data) => startWebhook(ports(), data),
      'send-webhooks': (data) => sendDue(ports(), data),
      'send-feed-webhooks': (data) => sendDue(ports(), data),
      'send-to-subscription': (data) => sendDue(ports(), data),
      'confirm-subscription': (data) => confirmSubscription(ports(), data),
      async purge() {
        if (await isClockWrong(ports())) throw new JobNotDue(WRONG_CLOCK_SECONDS);
        const end = performance.now() + RUN_MS;
        const { isDone, failures } = await purgeExpired(
          database.sql,
          retention,
          () => performance.now() > end,
        );
        throw new JobNotDue(isDone ? DAY_SECONDS : PAUSE_SECONDS, { failures });
      },
      async 'mark-ended'() {
        const end = performance.now() + RUN_MS;
        const failures = await markEnded(database.sql, () => performance.now() > end);
        throw new JobNotDue(MARK_SECONDS, { failures });
      },
      async 'count-days'() {
        if (await isClockWrong(ports())) throw new JobNotDue(WRONG_CLOCK_SECONDS);
        const end = performance.now() + RUN_MS;
        const options = { hasChain: config.chain.kind !== 'off' };
        const isDone = await countDays(database.sql, options, () => performance.now() > end);
        throw new JobNotDue(isDone ? COUNT_SECONDS : PAUSE_SECONDS);
      },
      'fold-texts': () => runFolding(database),
      ...(chain.keeper !== undefined && {
        'keep-rounds': createKeeper({ config, database, metrics, log, ports }, chain.keeper),
      }),
      ...(config.DOMAIN_CHECKS && { 'check-domains': () => runDomainChecks(ports()) }),
      ...(config.FETCH_IMAGES && { 'fetch-images': createImageFetchRun(ports, metrics) }),
      'warn-expiring-keys': () => warnKeys(ports(), log),
      'send-mails': () => sendQueuedMails(ports(), log),
    },
    perpetual: perpetualJobs(config, chain),
    report: ({ isLast, ...facts }) =>
      isLast ? log.error(facts, 'a job was given up') : log.warn(facts, 'a job failed; it is tried again'),
    warn: (message, error) => log.warn({ err: error }, message),
    note: metrics.countJob,
  });
  metrics.watchJobs(jobs.waiting);
  metrics.watchRuns(jobs.runs);
  return jobs;
}

function sendDue(ports: Ports, data: JobData['send-webhooks']): Promise<void> {
  const start = performance.now();
  return sendWebhooks(
    ports,
    data,
    (isSlow) => performance.now() - start > TURN_MS[isSlow ? 'slow' : 'usual'],
  );
}

/** Warns about keys, whose job runs seldom. */
async function warnKeys(ports: Ports, log: Logger): Promise<never> {
  const warnings = { message: 'the warning of an expiring key was not sent' };
  const { isDone, givenUp } = await sendMails(warnExpiringKeys, ports, log, warnings);
  throw new JobNotDue(isDone ? WARN_SECONDS : PAUSE_SECONDS, { givenUp });
}

/** Sends what is queued, in one job, since each job of an idle gateway costs statements. */
async function sendQueuedMails(ports: Ports, log: Logger): Promise<never> {
  const toAccounts = { message: 'a mail to an account was not sent' };
  // Anybody can enter an address that takes no mail, which is no fault of the service.
  const aboutReports = { message: 'a mail about a report was not sent', counts: goesToAccount };
  // Neither queue waits for a fault of the other.
  const results = await Promise.allSettled([
    sendMails(sendAccountMails, ports, log, toAccounts),
    sendMails(sendReportMails, ports, log, aboutReports),
  ]);
  const runs = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const isDone = runs.length === results.length && runs.every((run) => run.isDone);
  const givenUp = runs.reduce((sum, run) => sum + run.givenUp, 0);
  throw new JobNotDue(isDone ? MAIL_SECONDS : PAUSE_SECONDS, { failures, givenUp });
}

/** Sends mails until none is due or a run lasts too long. Mails of `counts` that are given up are faults of the service. */
async function sendMails<Due extends DueMail>(
  send: (ports: Ports, isOver: () => boolean) => Promise<MailRun<Due>>,
  ports: Ports,
  log: Logger,
  { message, counts = () => true }: { readonly message: string; readonly counts?: (due: Due) => boolean },
): Promise<{ readonly isDone: boolean; readonly givenUp: number }> {
  const end = performance.now() + RUN_MS;
  const { isDone, failed } = await send(ports, () => performance.now() > end);
  for (const { due, isGivenUp, reason } of failed) log.warn({ mail: due.id, isGivenUp, reason }, message);
  return { isDone, givenUp: failed.filter(({ due, isGivenUp }) => isGivenUp && counts(due)).length };
}

/** Each with the longest usual time between two runs in seconds. */
function perpetualJobs(config: Config, { keeper }: Pick<Chain, 'keeper'>) {
  return {
    purge: DAY_SECONDS,
    'mark-ended': MARK_SECONDS,
    'count-days': COUNT_SECONDS,
    'fold-texts': FOLD_SECONDS,
    'warn-expiring-keys': WARN_SECONDS,
    'send-mails': MAIL_SECONDS,
    ...(config.DOMAIN_CHECKS && { 'check-domains': DOMAINS_SECONDS }),
    ...(config.FETCH_IMAGES && { 'fetch-images': IMAGES_SECONDS }),
    ...(keeper !== undefined && { 'keep-rounds': MARK_SECONDS }),
    ...(config.chain.kind !== 'off' && { 'verify-prize-deliveries': CHECK_SECONDS }),
  };
}

async function runFolding({ sql }: Database): Promise<never> {
  const end = performance.now() + RUN_MS;
  const isDone = await foldTexts(sql, () => performance.now() > end);
  throw new JobNotDue(isDone ? FOLD_SECONDS : PAUSE_SECONDS);
}

async function runDomainChecks(ports: Ports): Promise<never> {
  if (await isClockWrong(ports)) throw new JobNotDue(WRONG_CLOCK_SECONDS);
  const end = performance.now() + RUN_MS;
  const { isDone, failures } = await checkDomains(ports, () => performance.now() > end);
  throw new JobNotDue(isDone ? DOMAINS_SECONDS : PAUSE_SECONDS, { failures });
}

function createImageFetchRun(ports: () => Ports, { countImageFetch: note }: Metrics) {
  const turn: PublisherTurn = { after: '' };
  return async (_data: object, _addedAt: Date, stopping: AbortSignal): Promise<never> => {
    const end = performance.now() + RUN_MS;
    const run = await fetchImages(ports(), { turn, isOver: () => performance.now() > end, stopping, note });
    const pause = { done: IMAGES_SECONDS, busy: PAUSE_SECONDS, stopped: STOPPED_SECONDS }[run.end];
    throw new JobNotDue(pause, { failures: run.failures });
  };
}
