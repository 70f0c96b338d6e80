import { HDNodeWallet } from 'ethers';
import type { Contracts } from '../../chain/indexer/contracts.ts';
import { startGateway, type Gateway } from './gateway.ts';
import { chainVariables } from '../chain/chain-variables.ts';

const IMPORT = 'mutation ($input: ImportWalletInput!) { importWallet(input: $input) { wallet { address } } }';
const KEEPER = HDNodeWallet.fromPhrase(
  'test test test test test test test test test test test junk',
  undefined,
  "m/44'/60'/0'/0/7",
);

/** Starts a gateway on this chain whose keeper may spend so much; `relayUrl` is where it reads the beacon's signatures. */
export async function startKeeper(chain: Contracts, relayUrl: string, budget: string): Promise<Gateway> {
  const gateway = await startGateway({
    ...chainVariables(chain.deployment, chain.url),
    BEACON_URLS: relayUrl,
    KEEPER: KEEPER.address,
    KEEPER_BUDGET: budget,
  });
  const input = { purpose: 'SIGNER', label: 'keeper', privateKey: KEEPER.privateKey };
  await gateway.graphql(IMPORT, { input }, gateway.operatorToken);
  return gateway;
}
