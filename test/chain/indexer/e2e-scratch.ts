import { ZeroHash, id } from 'ethers';
import { startContracts, giveawayOptions, giveawayKey, entryChange, PROVIDER } from './contracts.ts';
import { indexerOf } from './indexing.ts';
import { openReadModel } from './read-model.ts';
const N = Number(process.env.N ?? 40000);
const contracts = await startContracts(['--gas-limit', '3000000000', '--prune-history', '8']);
try {
const t1 = performance.now();
await contracts.hub('createGiveaway', [PROVIDER, giveawayOptions('one', contracts)]);
await contracts.setMining(false);
for (let i = 0; i < 100; i++) await contracts.hub('provisionMint', [PROVIDER, id('m' + i), contracts.wallets[i % 10], 3, { giveaway: ZeroHash, amount: 0, reasonCode: 0, evidence: ZeroHash }]);
await contracts.mine();
for (let i = 0; i < N / 200; i++) {
  await contracts.hub('changeEntriesBatch', [giveawayKey('one'), Array.from({ length: 200 }, (_, p) => entryChange(1 + (i * 7 + p) % 100, 1))]);
  await contracts.mine();
}
for (let i = 0; i < 26; i++) await contracts.mine(10);
console.log('made in', ((performance.now() - t1) / 1000).toFixed(1), 's');
for (const url of ['postgres://root@127.0.0.1:5432/postgres', '']) for (const eventsPerStep of [500, 2000]) {
  process.env.DATABASE_URL = url;
  const model = await openReadModel();
  const indexer = indexerOf(contracts, model, { eventsPerStep });
  const t = performance.now(), c = process.cpuUsage();
  await indexer.once();
  const s = (performance.now() - t) / 1000; const cpu = process.cpuUsage(c);
  const [[n]] = await model.sql.query({ name: '', text: 'select count(*) from chain_event' }, []) as any;
  console.log(process.env.DATABASE_URL ? 'postgres' : 'pglite', 'step', eventsPerStep, n, 'events', Math.round(Number(n) / s), 'events/s', Math.round((cpu.user + cpu.system) / Number(n)), 'us node cpu/event', (await model.rows('chain_step')).length, 'steps kept');
  await indexer.stop(); await model.close();
}
} finally { await contracts.stop(); }
