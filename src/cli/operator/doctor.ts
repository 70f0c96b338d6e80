import { readVersion } from '../../runtime/version.ts';
import type { CommandRow } from '../command.ts';
import { Diagnosis, type DiagnosisQuery } from '../documents.ts';
import { toTable } from '../print.ts';
import { adviseOnPart } from './part-advice.ts';

export const DOCTOR: CommandRow = {
  name: 'doctor',
  what: 'looks at the configuration, every part of the service, balances and versions, and says what to do (operator)',
  async work(client) {
    const { diagnosis, status } = await client.request(Diagnosis);
    const findings = [
      ...status.parts.flatMap((part) => adviseOnPart(part) ?? []),
      ...findFaultsOfSigners(diagnosis, isNodeWell(status)),
      ...findFaultsOfVersions(diagnosis),
      ...diagnosis.advice,
    ];
    const tables = [tableOfParts(status), tableOfSigners(diagnosis), tableOfUnknown(diagnosis)];
    const verdict = findings.length === 0 ? ['Nothing is wrong.'] : findings;
    return {
      document: { ...diagnosis, parts: status.parts, findings },
      text: [...tables.filter((table) => table !== ''), verdict.join('\n')].join('\n\n'),
      failed: findings.length > 0,
    };
  },
};

type Found = DiagnosisQuery['diagnosis'];

/** Whether the service has a chain, and the node of it answers. */
function isNodeWell({ parts }: DiagnosisQuery['status']): boolean {
  return parts.some(({ part, state }) => part === 'NODE' && state === 'OK');
}

function findFaultsOfSigners({ signers, unknownTransactions }: Found, nodeIsWell: boolean): string[] {
  const findings = signers.flatMap(({ address, canSign, sent, recorded, operationsLeft, needsFunds }) => [
    ...(canSign
      ? []
      : [`This instance cannot sign for ${address}: add the key of its wallet to KEY_ENCRYPTION_KEYS.`]),
    ...(needsFunds
      ? [`${address} can pay for ${operationsLeft} operations: send native currency to it.`]
      : []),
    ...(recorded !== null && sent !== null && sent > recorded
      ? [
          `The chain has ${sent} transactions of ${address} and the database ${recorded}: its next operation continues ` +
            'behind them.',
        ]
      : []),
  ]);
  if (unknownTransactions.length > 0)
    findings.push(
      `The database has no operation for ${unknownTransactions.length} transactions. Repeat their requests with the same ` +
        'Idempotency-Key: each is then adopted, and nothing happens twice.',
    );
  // The fault of another node is told already.
  if (nodeIsWell && signers.some(({ sent }) => sent === null))
    findings.push('The node did not tell what it has of the signers: repeat this command.');
  return findings;
}

function findFaultsOfVersions({ version, pendingMigrations, laterMigrations }: Found): string[] {
  const own = readVersion();
  return [
    ...(pendingMigrations.length > 0
      ? [`${pendingMigrations.length} migrations have not run: giveaways migrate up.`]
      : []),
    ...(laterMigrations.length > 0
      ? [
          'A later release has migrated the database: finish the upgrade, so that all instances are of that release.',
        ]
      : []),
    ...(version === own
      ? []
      : [
          `The gateway is of version ${version}, and this command of ${own}: use the command of the gateway.`,
        ]),
  ];
}

function tableOfParts({ parts }: DiagnosisQuery['status']): string {
  return toTable(
    ['PART', 'STATE', 'SECONDS', 'REASON'],
    parts.map(({ part, number, state, lagSeconds, reason }) => [
      number === null ? part : `${part} ${number}`,
      state,
      lagSeconds === null ? '-' : String(lagSeconds),
      reason ?? '-',
    ]),
  );
}

function tableOfSigners({ signers }: Found): string {
  if (signers.length === 0) return '';
  const shown = (count: number | null) => (count === null ? '-' : String(count));
  return toTable(
    ['SIGNER', 'KEY', 'ON CHAIN', 'IN DATABASE', 'OPERATIONS LEFT'],
    signers.map(({ address, canSign, sent, recorded, operationsLeft }) => [
      address,
      canSign ? 'here' : 'missing',
      shown(sent),
      shown(recorded),
      shown(operationsLeft),
    ]),
  );
}

function tableOfUnknown({ unknownTransactions }: Found): string {
  if (unknownTransactions.length === 0) return '';
  return toTable(
    ['UNKNOWN TRANSACTION', 'SIGNER', 'BLOCK', 'EVENTS'],
    unknownTransactions.map(({ hash, signer, blockNumber, events }) => [
      hash,
      signer,
      String(blockNumber),
      [...new Set(events)].join(','),
    ]),
  );
}
