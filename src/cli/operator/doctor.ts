import type { CommandRow } from '../command.ts';
import { Diagnosis, type DiagnosisQuery } from '../documents.ts';
import { toTable } from '../print.ts';

export const DOCTOR: CommandRow = {
  name: 'doctor',
  what: 'compares the database with the chain, and keys with wallets, above all after a restore (operator)',
  async work(client) {
    const { diagnosis } = await client.request(Diagnosis);
    const findings = findFaults(diagnosis);
    const tables = [tableOfSigners(diagnosis), tableOfUnknown(diagnosis)].filter((table) => table !== '');
    const verdict = findings.length === 0 ? ['Nothing is wrong.'] : findings;
    return {
      document: { ...diagnosis, findings },
      text: [...tables, verdict.join('\n')].join('\n\n'),
      failed: findings.length > 0,
    };
  },
};

type Found = DiagnosisQuery['diagnosis'];

/** What is wrong, and what to do about it. */
function findFaults({ signers, unknownTransactions }: Found): string[] {
  const findings = signers.flatMap(({ address, canSign, sent, recorded }) => [
    ...(canSign
      ? []
      : [`This instance cannot sign for ${address}: add the key of its wallet to KEY_ENCRYPTION_KEYS.`]),
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
  if (signers.some(({ sent }) => sent === null)) findings.push('The node does not answer.');
  return findings;
}

function tableOfSigners({ signers }: Found): string {
  if (signers.length === 0) return '';
  const shown = (count: number | null) => (count === null ? '-' : String(count));
  return toTable(
    ['SIGNER', 'KEY', 'ON CHAIN', 'IN DATABASE'],
    signers.map(({ address, canSign, sent, recorded }) => [
      address,
      canSign ? 'here' : 'missing',
      shown(sent),
      shown(recorded),
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
