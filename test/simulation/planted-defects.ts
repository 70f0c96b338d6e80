import { registerHooks } from 'node:module';

/** A defect that the simulation can find: a piece of a source file, and what replaces it. */
interface PlantedDefect {
  readonly file: string;
  readonly text: string;
  readonly defect: string;
}

const OUTBOX = 'src/adapters/chain/outbox';

const PLANTED_DEFECTS: Readonly<Record<string, PlantedDefect>> = {
  'the budget counts each transaction alone': {
    file: `${OUTBOX}/submit/budget.ts`,
    text: 'left -= costOf(fitting.gasLimit, fees);',
    defect: '',
  },
  'open transactions cost nothing': {
    file: `${OUTBOX}/submit/budget.ts`,
    text: 'let left = balance - costOfSent(state);',
    defect: 'let left = balance;',
  },
  'a nonce is adopted beside open transactions': {
    file: `${OUTBOX}/submit/submit.ts`,
    text: 'if (nonce <= state.nextNonce || state.sent.size > 0) return;',
    defect: 'if (nonce === state.nextNonce) return;',
  },
  'mined transactions need not be on the chain of a simulation': {
    file: `${OUTBOX}/submit/simulate.ts`,
    text: "if (Number(nonce) <= findHighestNonce(state)) throw new NodeLagging('The node lacks mined transactions.');",
    defect: 'void findHighestNonce;',
  },
  'a refusal counts that came before an earlier operation': {
    file: `${OUTBOX}/confirm/confirm.ts`,
    text: 'if (refused.length === 0) return new Set();',
    defect: 'if (refused.length >= 0) return new Set();',
  },
  'a fee is raised a block early': {
    file: `${OUTBOX}/recover/resend-stuck.ts`,
    text: 'newest.number - sentBlock >= settings.bumpAfterBlocks',
    defect: 'newest.number - sentBlock + 1 >= settings.bumpAfterBlocks',
  },
  'another use of a nonce counts a block early': {
    file: `${OUTBOX}/recover/resend-stuck.ts`,
    text: 'newest - use.blockNumber + 1 < settings.confirmations',
    defect: 'newest - use.blockNumber + 2 < settings.confirmations',
  },
  'a transaction is confirmed a block early': {
    file: `${OUTBOX}/confirm/confirm.ts`,
    text: 'newest.number - blockNumber + 1 >= settings.confirmations',
    defect: 'newest.number - blockNumber + 2 >= settings.confirmations',
  },
  'two blocks of one number are one': {
    file: 'src/adapters/chain/rpc/head.ts',
    text: '(hashes.get(blockNumber) ?? new Set())',
    defect: 'new Set<string>()',
  },
  'a refusal counts beside earlier operations': {
    file: `${OUTBOX}/submit/rejections.ts`,
    text: 'if (error && isFirst && operation.sequence < oldestOpen) {',
    defect: 'if (error) {',
  },
  'a block is confirmed without a second look': {
    file: `${OUTBOX}/confirm/confirm.ts`,
    text: 'if (orphans.size > 0) state.reorgs = -1;',
    defect: 'orphans.clear();',
  },
  'depth is counted from a block that left the chain': {
    file: `${OUTBOX}/confirm/confirm.ts`,
    text: 'const certain = orphans.has(newest.hash)',
    defect: 'orphans.delete(newest.hash); const certain = false',
  },
  'a reorganisation is not noticed': {
    file: 'src/adapters/chain/rpc/head.ts',
    text: 'reorgs += 1;',
    defect: '',
  },
  'replaced blocks stay in the read model': {
    file: 'src/adapters/chain/indexer/find-common-ancestor.ts',
    text: 'head.at?.hash === tip.hash',
    defect: 'head.latest.number > tip.number',
  },
  'a rewind leaves a replaced block': {
    file: 'src/adapters/chain/indexer/fork-point.ts',
    text: '{ common: block, differing }',
    defect: '{ common: stored[index - 1] ?? block, differing }',
  },
  'omitted logs are not missed': {
    file: 'src/adapters/chain/indexer/complete-logs.ts',
    text: 'if (doubtful.length === 0) return complete;',
    defect: 'return complete;',
  },
};

/** Plants a defect into the files that are loaded from now on. Throws where the code is no longer as it was. */
export function plantDefect(name: string): void {
  const planted = PLANTED_DEFECTS[name];
  if (planted === undefined) throw new Error(`There is no defect "${name}".`);
  const { file, text, defect } = planted;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(file)) return loaded;
      const source = new TextDecoder().decode(Buffer.from(loaded.source as string));
      if (source.split(text).length !== 2) throw new Error(`${file} does not contain exactly once: ${text}`);
      return { ...loaded, source: source.replace(text, () => defect) };
    },
  });
}
