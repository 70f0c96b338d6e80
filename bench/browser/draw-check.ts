/**
 * Measures "Verify here" in Chromium: `node bench/browser/draw-check.ts [changes] [runs]`, after `npm run build`. A node reports a real
 * giveaway with invented changes of entries, 10,000 by default, and the draw that follows from them. It prints the milliseconds from
 * the arrival of the logs to the verdict, and the CPU time of the page's thread for the whole check: in a page that was just loaded, and
 * again.
 */
import { id, ZeroHash } from 'ethers';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { signRound, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { hubInterface } from '../../src/adapters/chain/hub/hub-interface.ts';
import { passportUnder, seedOf, ticketOf, totalOf } from '../../src/core/draws/draw.ts';
import { historyHash } from '../../src/verification/abi/history.ts';
import { keccak256, sha256, wordOf } from '../../src/verification/abi/hex.ts';
import { keyOf, startTestChain } from '../../test/support/chain/anvil.ts';
import { findBrowser, LAUNCH_ARGUMENTS } from '../../web/tools/browser.ts';

const ASSETS = fileURLToPath(new URL('../../dist/web/assets/', import.meta.url));
const SECRET = new Uint8Array(32).fill(7);
const GENESIS = 1_600_000_000;
const MARGIN = 60;
const DAY = 86_400;
const PASSPORTS = 2_000;
const CHANGES_IN_BLOCK = 40;
const [count = 10_000, runs = 5] = process.argv.slice(2).map(Number);

interface Request {
  readonly id: number;
  readonly method: string;
  readonly params: readonly any[];
}

const chain = await startTestChain();
try {
  const { contract, providerKey, rpc, hub } = chain;
  const startTime = Number((await block('latest')).timestamp) + 60;
  const giveaway = keyOf(providerKey, 'measured');
  const options = {
    externalId: 'measured',
    startTime,
    endTime: startTime + DAY,
    determination: 1,
    requiresHandshake: false,
    providerPaysReceiptGas: false,
    entriesCarryOver: false,
    everyDays: 0,
    activeDays: 0,
    beacon: await beaconAddress(),
    beaconMargin: MARGIN,
    metadataHash: ZeroHash,
    metadataUri: '',
  };
  await (await contract.getFunction('createGiveaway')(providerKey, options)).wait();
  const [created] = (await rpc.call('eth_getLogs', [
    { address: hub, topics: [null, giveaway], fromBlock: '0x0', toBlock: 'latest' },
  ])) as any[];
  await rpc.call('anvil_mine', [`0x${(Math.ceil(count / CHANGES_IN_BLOCK) + 20).toString(16)}`]);
  await rpc.call('evm_setNextBlockTimestamp', [startTime + DAY + MARGIN + 10]);
  await rpc.call('evm_mine');

  const { logs, history, outcome } = invent(created);
  const server = createServer((request, response) => {
    void respondTo(request).then(({ type, body }) => {
      response.setHeader('content-type', type);
      response.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const island = globSync('draw-check-*.js', { cwd: ASSETS })[0] ?? '';

  async function respondTo(request: IncomingMessage): Promise<{ type: string; body: string | Buffer }> {
    const path = request.url ?? '';
    if (path === '/rpc')
      return { type: 'application/json', body: await relay((await json(request)) as Request) };
    if (path === '/beacon/info') {
      const info = { public_key: toPublicKey(SECRET), genesis_time: GENESIS, period: 3 };
      return { type: 'application/json', body: JSON.stringify(info) };
    }
    if (path.startsWith('/beacon/')) {
      const signature = signRound(SECRET, BigInt(path.split('/').at(-1) ?? ''));
      return { type: 'application/json', body: JSON.stringify({ signature }) };
    }
    if (path.startsWith('/assets/') && /^[\w.-]+$/.test(path.slice(8)))
      return { type: 'text/javascript', body: readFileSync(`${ASSETS}${path.slice(8)}`) };
    return { type: 'text/html', body: page() };
  }

  function page(): string {
    return `<!doctype html><script type="module" src="/assets/${island}"></script>
      <draw-check chain="31337" hub="${hub}" giveaway="${giveaway}" round="0" from-block="0" node="/rpc" beacon="/beacon" texts='{"beacon":{},"steps":""}'></draw-check>`;
  }

  /** The response of the node, with the invented logs and what the hub would keep for them. */
  async function relay({ id: number, method, params }: Request): Promise<string> {
    let result = await rpc.call(method, params);
    const [first] = params;
    const isOfGiveaway = method === 'eth_getLogs' && first.topics[1]?.[0] === giveaway;
    if (isOfGiveaway) return `{"jsonrpc":"2.0","id":${number},"result":${logs}}`;
    if (method === 'eth_call' && first.data.startsWith(hubInterface.getFunction('historyOf')?.selector))
      result = history;
    if (method === 'eth_call' && first.data.startsWith(hubInterface.getFunction('roundOf')?.selector))
      result = outcome(String(result));
    return JSON.stringify({ jsonrpc: '2.0', id: number, result });
  }

  /** Changes that the contract would have recorded, and the draw that follows from them. */
  function invent(creation: any) {
    const firstBlock = Number(creation.blockNumber) + 1;
    const place = (blockNumber: number, logIndex: number, time: number) => ({
      ...creation,
      blockNumber: `0x${blockNumber.toString(16)}`,
      blockHash: id(String(blockNumber)),
      blockTimestamp: `0x${time.toString(16)}`,
      logIndex: `0x${logIndex.toString(16)}`,
    });
    const leaves: { readonly passportId: bigint; entries: number }[] = [];
    const changes = Array.from({ length: count }, (_, index) => {
      const leaf = index % PASSPORTS;
      const held = (leaves[leaf] ??= { passportId: BigInt(leaf + 1), entries: 0 });
      const removed = index >= PASSPORTS && index % 7 === 0;
      const amount = removed ? 1 : 1 + (index % 5);
      held.entries += removed ? -amount : amount;
      const { passportId, entries } = held;
      return {
        passportId,
        openRound: 0,
        round: 0,
        amount,
        removed,
        entries,
        roundTotal: totalOf(leaves),
        leaf,
      };
    });
    const total = totalOf(leaves);
    const beaconRound = BigInt(Math.floor((options.endTime + MARGIN - GENESIS - 1) / 3)) + 2n;
    const signature = `0x${signRound(SECRET, beaconRound)}`;
    const randomness = sha256(signature);
    const ticket = ticketOf(
      seedOf({ randomness, chainId: 31_337n, hub, giveaway, round: 0 }, keccak256),
      total,
    );
    const winner = passportUnder(leaves, ticket) ?? 0n;
    const encode = (event: string, values: readonly unknown[]) => hubInterface.encodeEventLog(event, values);
    const events = changes.map((change, index) => {
      const { passportId, removed, amount, entries, roundTotal, leaf } = change;
      const values = [
        giveaway,
        0,
        passportId,
        id(`change ${index}`),
        0,
        removed,
        amount,
        entries,
        roundTotal,
        leaf,
      ];
      const blocks = Math.floor(index / CHANGES_IN_BLOCK);
      return {
        ...place(firstBlock + blocks, index % CHANGES_IN_BLOCK, startTime + 10 + blocks * 12),
        ...encode('EntriesChanged', [...values, 0, ZeroHash, hub, hub]),
      };
    });
    const drawn = {
      ...place(firstBlock + Math.ceil(count / CHANGES_IN_BLOCK), 0, options.endTime + MARGIN + 5),
      ...encode('WinnerDrawn', [giveaway, 0, winner, hub, beaconRound, signature, randomness, total, ticket]),
    };
    const { data: created, topics } = creation;
    const timestamp = Number(creation.blockTimestamp);
    return {
      logs: JSON.stringify([creation, ...events, drawn]),
      history: historyHash({ provider: topics[2], timestamp, options: created }, changes),
      // The words state, opening, close, …, total and winner of roundOf.
      outcome(result: string) {
        const words = result.slice(2).match(/.{64}/g) ?? [];
        words[0] = wordOf(3);
        words[4] = wordOf(total);
        words[5] = wordOf(winner);
        return `0x${words.join('')}`;
      },
    };
  }

  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: LAUNCH_ARGUMENTS });
  try {
    for (let run = 0; run < runs; run += 1) {
      const opened = await (await browser.newContext()).newPage();
      await opened.goto(url);
      process.stdout.write(`run ${run + 1}: ${await check(opened)}; again ${await check(opened)}\n`);
      await opened.context().close();
    }
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }

  /** Milliseconds from the arrival of the logs, the largest response, to the verdict. */
  async function check(opened: Page): Promise<string> {
    const session = await opened.context().newCDPSession(opened);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const cpuMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    };
    const before = await cpuMs();
    const wallMs = await opened.evaluate<number>(`new Promise((resolve, reject) => {
      performance.clearResourceTimings();
      const observer = new MutationObserver(() => {
        const verdict = document.querySelector('.verdict');
        const problem = document.querySelector('.note.is-bad, .check-steps .is-bad');
        if (problem) reject(new Error(problem.textContent));
        if (!verdict) return;
        observer.disconnect();
        const end = performance.now();
        const [logs] = performance.getEntriesByType('resource').sort((one, other) => other.decodedBodySize - one.decodedBodySize);
        resolve(Math.round(end - logs.responseEnd));
      });
      observer.observe(document.body, { childList: true, subtree: true });
      document.querySelector('.check-result').replaceChildren();
      document.querySelector('draw-check form').requestSubmit();
    })`);
    return `${wallMs} ms after the logs, ${Math.round((await cpuMs()) - before)} ms of CPU`;
  }

  async function block(tag: string): Promise<{ readonly timestamp: string }> {
    return (await rpc.call('eth_getBlockByNumber', [tag, false])) as { timestamp: string };
  }

  /** The beacon that the hub allows. */
  async function beaconAddress(): Promise<string> {
    const [log] = (await rpc.call('eth_getLogs', [
      {
        address: hub,
        topics: [hubInterface.getEvent('BeaconSet')?.topicHash],
        fromBlock: '0x0',
        toBlock: 'latest',
      },
    ])) as any[];
    return `0x${String(log.topics[1]).slice(-40)}`;
  }
} finally {
  await chain.stop();
}
