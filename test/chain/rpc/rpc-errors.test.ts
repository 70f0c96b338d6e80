import { describe, expect, it } from '@jest/globals';
import {
  isOverRate,
  isUnsupported,
  toBroadcastResponse,
  toRevert,
} from '../../../src/adapters/chain/rpc/rpc-errors.ts';
import { RpcError, RpcUnreachable } from '../../../src/adapters/chain/rpc/rpc.ts';

describe("the meaning of a node's response to a transaction", () => {
  it.each([
    ['geth', -32000, 'already known', 'accepted'],
    ['geth', -32000, 'nonce too low', 'nonce-too-low'],
    ['geth', -32000, 'nonce too low: next nonce 12, tx nonce 11', 'nonce-too-low'],
    ['geth', -32000, 'nonce too high: address 0x0, tx: 9 state: 7', 'nonce-too-high'],
    ['geth', -32000, 'gapped-nonce tx from delegated accounts', 'nonce-too-high'],
    ['geth', -32000, 'future transaction tries to replace pending', 'nonce-too-high'],
    ['geth', -32000, 'replacement transaction underpriced', 'replacement-underpriced'],
    ['geth', -32000, 'transaction underpriced', 'fee-too-low'],
    ['geth', -32000, 'transaction underpriced: gas tip cap 0, minimum needed 1', 'fee-too-low'],
    [
      'geth',
      -32000,
      'max fee per gas less than block base fee: address 0x0, maxFeePerGas: 1, baseFee: 7',
      'fee-too-low',
    ],
    [
      'geth',
      -32000,
      'insufficient funds for gas * price + value: balance 0, tx cost 42, overshot 42',
      'insufficient-funds',
    ],
    ['geth', -32000, 'exceeds block gas limit', 'invalid'],
    ['geth', -32000, 'intrinsic gas too low: gas 20000, minimum needed 21000', 'invalid'],
    ['geth', -32000, 'transaction gas limit too high (cap: 16777216, tx: 20000000)', 'invalid'],
    ['geth', -32000, 'tx fee (1.50 ether) exceeds the configured cap (1.00 ether)', 'invalid'],
    ['geth', -32000, 'transaction type not supported', 'invalid'],
    ['geth', -32000, 'txpool is full', 'busy'],
    ['geth', -32000, 'in-flight transaction limit reached for delegated accounts', 'busy'],
    ['erigon', -32000, 'ALREADY_EXISTS: already known', 'accepted'],
    ['erigon', -32000, 'INTERNAL_ERROR: existing tx with same hash', 'accepted'],
    ['erigon', -32000, 'INTERNAL_ERROR: nonce too low', 'nonce-too-low'],
    ['erigon', -32000, 'nonce too distant', 'nonce-too-high'],
    ['erigon', -32000, 'INTERNAL_ERROR: could not replace existing tx', 'replacement-underpriced'],
    ['erigon', -32000, 'fee too low', 'fee-too-low'],
    ['erigon', -32000, 'INTERNAL_ERROR: insufficient funds', 'insufficient-funds'],
    ['nethermind', -32010, 'AlreadyKnown', 'accepted'],
    ['nethermind', -32010, 'OldNonce, Current nonce: 22, nonce of rejected tx: 17', 'nonce-too-low'],
    ['nethermind', -32010, 'NonceGap, Future nonce. Expected nonce: 62', 'nonce-too-high'],
    ['nethermind', -32010, 'ReplacementNotAllowed', 'replacement-underpriced'],
    ['nethermind', -32010, 'OwnNonceAlreadyUsed', 'replacement-underpriced'],
    ['nethermind', -32010, 'FeeTooLow, MaxFeePerGas too low.', 'fee-too-low'],
    ['nethermind', -32010, 'FeeTooLowToCompete', 'fee-too-low'],
    ['nethermind', -32010, 'InsufficientFunds, Balance is zero, cannot pay gas', 'insufficient-funds'],
    ['nethermind', -32010, 'GasLimitExceeded, Gas limit: 1, gas limit of rejected tx: 2', 'invalid'],
    ['besu', -32000, 'Known transaction', 'accepted'],
    ['besu', -32001, 'Nonce too low', 'nonce-too-low'],
    ['besu', -32006, 'Transaction nonce is too distant from current sender nonce', 'nonce-too-high'],
    ['besu', -32000, 'An invalid transaction with a lower nonce exists', 'nonce-too-high'],
    ['besu', -32000, 'Replacement transaction underpriced', 'replacement-underpriced'],
    ['besu', -32009, 'Gas price too low', 'fee-too-low'],
    ['besu', -32009, 'Gas price below current base fee', 'fee-too-low'],
    ['besu', -32004, 'Upfront cost exceeds account balance', 'insufficient-funds'],
    ['besu', -32005, 'Transaction gas limit exceeds block gas limit', 'invalid'],
    ['reth', -32000, 'already known', 'accepted'],
    ['anvil', -32003, 'transaction already imported', 'accepted'],
    ['anvil', -32003, 'nonce too low', 'nonce-too-low'],
    ['anvil', -32003, 'nonce too high', 'nonce-too-high'],
    ['anvil', -32003, 'replacement transaction underpriced', 'replacement-underpriced'],
    ['anvil', -32003, 'max fee per gas less than block base fee', 'fee-too-low'],
    ['anvil', -32003, 'Insufficient funds for gas * price + value', 'insufficient-funds'],
    ['anvil', -32003, 'intrinsic gas too high -- tx.gas_limit > env.cfg.tx_gas_limit_cap', 'invalid'],
    ['a gateway', -32005, 'project ID request rate exceeded', 'busy'],
    ['a gateway', 429, 'Too Many Requests', 'busy'],
    ['a gateway', -32603, 'Internal error', 'unknown'],
  ] as const)('%s (%i) %j: %s', (_client, code, message, response) => {
    expect(toBroadcastResponse(new RpcError(code, message))).toBe(response);
  });

  it('takes a hash as accepted, and no response as unknown', () => {
    expect(toBroadcastResponse('0x12')).toBe('accepted');
    expect(toBroadcastResponse(new RpcUnreachable('The node cannot be reached.'))).toBe('unknown');
  });
});

const BYTES = '0x08c379a0';

describe('the meaning of a failed eth_call', () => {
  it.each([
    ['geth, anvil', new RpcError(3, 'execution reverted', BYTES), { data: BYTES }],
    ['geth without a reason', new RpcError(-32000, 'execution reverted'), { data: '0x' }],
    ['nethermind', new RpcError(-32015, 'VM execution error.', `Reverted ${BYTES}`), { data: BYTES }],
    ['besu', new RpcError(-32000, 'Execution reverted', BYTES), { data: BYTES }],
    ['wrapped', new RpcError(-32603, 'reverted', { originalError: { data: BYTES } }), { data: BYTES }],
    ['geth', new RpcError(-32000, 'out of gas'), 'out-of-gas'],
    ['anvil', new RpcError(-32003, 'Out of gas: gas required exceeds allowance: 21000'), 'out-of-gas'],
    ['anvil in a call', new RpcError(-32603, 'EVM error OutOfGas'), 'out-of-gas'],
    ['anvil at a store', new RpcError(-32603, 'EVM error ReentrancySentryOOG'), 'out-of-gas'],
    ['pruned', new RpcError(-32000, 'missing trie node'), undefined],
    ['lagging', new RpcError(-32000, 'header not found'), undefined],
    ['broken', new RpcError(-32603, 'Internal error'), undefined],
    ['silent', new RpcUnreachable('The node cannot be reached.'), undefined],
    ['a result', '0x', undefined],
  ])('%s', (_client, error, proof) => {
    expect(toRevert(error)).toEqual(proof);
  });
});

describe('a call that a node does not support', () => {
  it.each([
    ['geth', -32_601, 'the method eth_getBlockReceipts does not exist/is not available', true],
    ['geth', -32_602, 'too many arguments, want at most 2', true],
    ['a gateway', -32_600, 'Unsupported method: eth_getBlockReceipts', true],
    ['a gateway', -32_000, 'Method eth_getBlockReceipts is not whitelisted', true],
    ['a gateway', -32_004, 'This method is not supported', true],
    ['a gateway', 403, 'Your plan does not have access to this method', true],
    ['geth', -32_000, 'header not found', false],
    ['erigon', -32_000, 'block not found: 12', false],
    ['nethermind', -32_001, 'Block 0x12 is not available', false],
    ['a gateway', -32_001, 'Requested resource not found', false],
    ['geth', -32_000, 'missing trie node', false],
    ['a gateway', -32_005, 'limit exceeded', false],
  ])('%s (%i) %j: %s', (_client, code, message, isIt) => {
    expect(isUnsupported(new RpcError(code, message))).toBe(isIt);
  });
});

describe('a refusal of a node that gets too many requests', () => {
  it.each([
    [429, 'Too Many Requests', true],
    [-32_005, 'daily request count exceeded, request rate limited', true],
    [-32_005, 'project ID request rate exceeded', true],
    [-32_016, 'over rate limit', true],
    [-32_007, '50/second request limit reached', true],
    [-32_000, 'Your app has exceeded its compute units per second capacity', true],
    [-32_005, 'limit exceeded', false],
    [-32_005, 'query returned more than 10000 results', false],
    [-32_000, 'block range is too wide', false],
    [-32_602, 'exceed maximum block range: 50', false],
  ])('(%i) %j: %s', (code, message, isIt) => {
    expect(isOverRate(new RpcError(code, message))).toBe(isIt);
  });
});
