import { setTimeout as after } from 'node:timers/promises';
import { Client } from 'pg';
import type { Fault } from './fault.ts';

/** A part stands still without an error; a full disk is in fill.ts. Each must raise its alert. */
export const SILENT_STATES: readonly Fault[] = [
  {
    name: 'halted-node',
    what: 'the chain makes no block',
    counted: 'from the return',
    alert: 'GiveawaysNodeHalted',
    async begin({ chain }) {
      await chain.halt();
      return chain.goOn;
    },
  },
  {
    name: 'stale-replica',
    what: 'the replica replays nothing',
    counted: 'from the fault',
    alert: 'GiveawaysReplicaStale',
    async begin(world) {
      // Patroni would end a pause of the replay.
      const replica = await world.replica();
      replica.signalReplay('SIGSTOP');
      return async () => replica.signalReplay('SIGCONT');
    },
  },
  {
    name: 'held-lane',
    what: 'gas costs more than MAX_FEE_GWEI',
    counted: 'from the return',
    alert: 'GiveawaysLaneHeld',
    async begin({ chain: { contracts } }) {
      const setFee = async (gwei: bigint) => {
        await contracts.rpc.call('anvil_setNextBlockBaseFeePerGas', [`0x${(gwei * GWEI).toString(16)}`]);
      };
      // Empty blocks make it fall by an eighth each.
      await setFee(10n ** 10n);
      return () => setFee(1n);
    },
  },
  {
    name: 'dead-job',
    what: 'no instance gets a job: its row is locked',
    counted: 'from the return',
    alert: 'GiveawaysJobDead',
    async begin({ databaseUrl }) {
      const client = new Client({ connectionString: databaseUrl });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('begin');
      while ((await client.query(LOCK_JOB)).rowCount === 0) await after(100);
      return () => client.end();
    },
  },
];

const GWEI = 10n ** 9n;
const LOCK_JOB = `select from pgboss.job where name = 'mark-ended' and state < 'active' for update skip locked`;
