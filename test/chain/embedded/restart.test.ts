import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import { createRpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { eventually } from '../../support/eventually.ts';
import { allowSigner, isSigner, receiptOf } from './chain.ts';
import { directory, warnings, start, startProcess, stop, useChainDirectory } from './restarted-chain.ts';

useChainDirectory();

async function restart(change?: () => Promise<void>, slowMs?: number): Promise<EmbeddedNode> {
  await stop();
  await change?.();
  return start(0, slowMs);
}

describe('a chain that is stopped and started again', () => {
  it('still has its contracts, accounts, transactions and logs', async () => {
    const first = await start();
    const hash = await allowSigner(first);
    const receipt = await receiptOf(first.url, hash);
    const second = await restart();
    expect(second.deployment).toEqual(first.deployment);
    expect(second.operator).toEqual(first.operator);
    expect(second.beacon.publicKey).toBe(first.beacon.publicKey);
    expect(await receiptOf(second.url, hash)).toEqual(receipt);
    expect(await isSigner(second)).toBe(true);
  });

  it('continues from its own time, even when that is ahead of the clock', async () => {
    const first = await start();
    await createRpc(first.url).call('evm_increaseTime', [86_400]);
    await createRpc(first.url).call('evm_mine');
    const time = await first.now();
    const second = await restart();
    expect(await second.now()).toBeGreaterThanOrEqual(time);
    await createRpc(second.url).call('evm_mine');
    expect(await second.now()).toBeGreaterThanOrEqual(time);
  });

  it('deploys its contracts again when the state was lost', async () => {
    const first = await start();
    await allowSigner(first);
    const second = await restart(() => rm(join(directory, 'state.json.gz')));
    expect(await isSigner(second)).toBe(false);
    expect(warnings).toEqual([`${directory} has no saved chain any more: a new one is created.`]);
    await allowSigner(second);
    expect(await isSigner(second)).toBe(true);
  });

  it('refuses a beacon key other than its own', async () => {
    await start();
    const started = restart(() => rm(join(directory, 'beacon-key')));
    await expect(started).rejects.toThrow(
      'The beacon key is not the one with which the embedded chain was created.',
    );
  });

  it.each([
    ['another version', { code: '00' }],
    ['a version that did not note them', { code: undefined }],
  ])('goes on with new contracts beside those of %s, with the same signers', async (_case, change) => {
    const first = await start();
    await allowSigner(first);
    const file = join(directory, 'addresses.json');
    const second = await restart(async () => {
      const addresses = JSON.parse(await readFile(file, 'utf8')) as object;
      await writeFile(file, JSON.stringify({ ...addresses, ...change }));
    });
    const { hub, passport, blockNumber } = first.deployment;
    expect(second.deployment).toMatchObject({
      hubIndex: 1,
      others: [{ hub, passport, blockNumber, hubIndex: 0 }],
    });
    expect(second.deployment.hub).not.toBe(hub);
    expect(await isSigner(second)).toBe(true);
    const third = await restart();
    expect(third.deployment).toEqual(second.deployment);
  });

  it('refuses an invalid state file', async () => {
    await start();
    const started = restart(() => writeFile(join(directory, 'state.json.gz'), 'no chain'));
    await expect(started).rejects.toThrow('state.json.gz is not a saved chain');
  });
});

describe('a chain so old that saving its whole state is slow', () => {
  // Every save counts as too slow.
  const SLOW = 0;
  const OTHERS = ['b', 'c', 'd', 'e'].map((digit) => `0x${digit.repeat(40)}`);
  const stateFile = () => join(directory, 'state.json.gz');
  const journalFile = () => join(directory, 'journal.jsonl');
  const withoutHashes = (receipt: unknown) =>
    JSON.parse(JSON.stringify(receipt), (key, value: unknown) =>
      key === 'blockHash' ? 'any' : value,
    ) as object;
  const timeOf = async (url: string, receipt: object) => {
    const { blockNumber } = receipt as { readonly blockNumber: string };
    const block = await createRpc(url).call('eth_getBlockByNumber', [blockNumber, false]);
    return (block as { readonly timestamp: string }).timestamp;
  };

  it('restores all transactions, receipts, logs and times from the journal of new blocks', async () => {
    let running = await start(0, SLOW);
    const { mtimeMs } = await stat(stateFile());
    const sent: { readonly hash: string; readonly receipt: object; readonly time: string }[] = [];
    for (const signers of [OTHERS.slice(0, 3), OTHERS.slice(3)]) {
      for (const signer of signers) {
        const hash = await allowSigner(running, signer);
        const receipt = (await receiptOf(running.url, hash)) as object;
        sent.push({ hash, receipt: withoutHashes(receipt), time: await timeOf(running.url, receipt) });
      }
      running = await restart(undefined, SLOW);
      for (const { hash, receipt, time } of sent) {
        const again = (await receiptOf(running.url, hash)) as object;
        expect(withoutHashes(again)).toEqual(receipt);
        expect(await timeOf(running.url, again)).toBe(time);
      }
      expect(await running.now()).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1_000) - 1);
    }
    for (const signer of OTHERS) expect(await isSigner(running, signer)).toBe(true);
    expect((await stat(stateFile())).mtimeMs).toBe(mtimeMs);
    expect(warnings).toEqual([]);
  });

  it('loses nothing older than a second when its gateway is killed while it writes a line', async () => {
    const { child, served } = await startProcess(SLOW);
    await allowSigner(served);
    await eventually(
      () => readFile(journalFile(), 'utf8'),
      (journal) => journal.includes('"transactions":["0x'),
    );
    child.kill('SIGKILL');
    await once(child, 'exit');
    await appendFile(journalFile(), '{"number":');
    const first = await start(0, SLOW);
    expect(await isSigner(first)).toBe(true);
    await allowSigner(first, OTHERS[0]);
    const second = await restart(undefined, SLOW);
    expect(await isSigner(second, OTHERS[0])).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('accepts no operation while its journal cannot be written, and loses nothing of it', async () => {
    const running = await start(1, 0);
    await allowSigner(running);
    const [journal, kept] = ['journal.jsonl', 'kept'].map((name) => join(directory, name)) as [
      string,
      string,
    ];
    await rename(journal, kept);
    await mkdir(journal);
    const other = `0x${'b'.repeat(40)}`;
    await allowSigner(running, other);
    const refusal = () => running.requireRoom().catch((error: unknown) => error);
    expect(await eventually(refusal, (error) => error !== undefined)).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('can store nothing'),
      cause: { code: 'EISDIR' },
    });
    await rmdir(journal);
    await rename(kept, journal);
    expect(await eventually(refusal, (error) => error === undefined)).toBeUndefined();
    const again = await restart(undefined, 0);
    expect([await isSigner(again), await isSigner(again, other)]).toEqual([true, true]);
  });

  it('saves its whole state when a transaction cannot be replayed', async () => {
    const { url, operator, deployment } = await start(0, SLOW);
    const { mtimeMs } = await stat(stateFile());
    const rpc = createRpc(url);
    const somebody = OTHERS[0];
    await rpc.call('anvil_setBalance', [somebody, '0xde0b6b3a7640000']);
    await rpc.call('anvil_impersonateAccount', [somebody]);
    const transfer = { from: somebody, to: operator.address, value: '0x1' };
    const hash = String(await rpc.call('eth_sendTransaction', [transfer]));
    await eventually(
      () => receiptOf(url, hash),
      (receipt) => receipt !== null,
    );
    const { url: again } = await restart(undefined, SLOW);
    expect(await receiptOf(again, hash)).toMatchObject({ status: '0x1' });
    expect((await stat(stateFile())).mtimeMs).toBeGreaterThan(mtimeMs);
    expect(await createRpc(again).call('eth_getCode', [deployment.hub, 'latest'])).not.toBe('0x');
  });

  const changeJournal = async (change: (journal: string) => string) =>
    writeFile(journalFile(), change(await readFile(journalFile(), 'utf8')));
  // A journal without checksums: a change is seen only when its blocks are mined.
  const withoutChecksums = (journal: string) => journal.replaceAll(/,"crc":\d+/g, '');

  it.each([
    [
      'whose transaction the node refuses',
      (journal: string) => withoutChecksums(journal).replace(/"0x/, '"0x00'),
      'Line 1 of',
    ],
    [
      'whose transaction waits for an earlier one',
      // Without the transaction before it, the next one of the same wallet waits.
      (journal: string) => withoutChecksums(journal).replace(/\["0x[\da-f]*"\]/, '[]'),
      'gives a block with other transactions',
    ],
    [
      'that follows a missing one',
      (journal: string) => journal.slice(journal.indexOf('\n') + 1),
      'follows the missing block',
    ],
    ['that is damaged', (journal: string) => journal.replace(/"0x../, '"0xff'), 'is damaged'],
  ])(
    'does not start with a block %s, until its operator gives up the blocks from there on',
    async (_what, change, words) => {
      const first = await start(0, SLOW);
      for (const signer of OTHERS.slice(0, 2)) await allowSigner(first, signer);
      await stop();
      await changeJournal(change);
      const started = start(0, SLOW);
      await expect(started).rejects.toThrow(words);
      await expect(started).rejects.toThrow('head -n');
      const [advised = ''] =
        /head -n .*$/.exec(await started.then(String, (error: Error) => error.message)) ?? [];
      expect(advised).not.toBe('');
      execFileSync('sh', ['-c', advised]);
      const again = await start(0, SLOW);
      expect(await isSigner(again, OTHERS[1])).toBe(false);
      await allowSigner(again, OTHERS[1]);
      expect(await isSigner(await restart(undefined, SLOW), OTHERS[1])).toBe(true);
    },
  );

  it('does not start from a journal without the state that it follows', async () => {
    await allowSigner(await start(0, SLOW));
    const started = restart(() => rm(stateFile()), SLOW);
    await expect(started).rejects.toThrow(`${stateFile()} is missing`);
  });

  it('skips the blocks of the journal that its state includes', async () => {
    const first = await start(0, SLOW);
    const hash = await allowSigner(first, OTHERS[0]);
    await restart(undefined, SLOW);
    const journal = await readFile(journalFile(), 'utf8');
    expect(journal).toContain('"transactions":["0x');
    // The state is saved, and the process ends before it has emptied the journal.
    const { mtimeMs } = await stat(stateFile());
    await restart();
    const last = await restart(() => writeFile(journalFile(), journal));
    expect((await stat(stateFile())).mtimeMs).toBeGreaterThan(mtimeMs);
    expect(await isSigner(last, OTHERS[0])).toBe(true);
    expect(await receiptOf(last.url, hash)).toMatchObject({ status: '0x1' });
    expect(warnings).toEqual([]);
  });
});
