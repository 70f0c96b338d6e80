import type { Command } from 'commander';
import { act, toWholeNumber, type Options, type Result } from '../command.ts';
import { AFTER, more, nodesOf, selectPage, type Connection } from '../connection.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { readPrivateKey } from '../read-private-key.ts';
import { toFields, toTable } from '../print.ts';

const WALLET = 'id address label createdAt';
const SIGNER = 'address label isDefault isRegistered activeFrom balance operationsLeft';
const CREATE = `mutation ($input: CreateWalletInput!) { createWallet(input: $input) { wallet { ${WALLET} } } }`;
const IMPORT = `mutation ($input: ImportWalletInput!) { importWallet(input: $input) { wallet { ${WALLET} } } }`;
const ATTACH = `mutation ($input: AttachSignerInput!) { attachSigner(input: $input) { signer { ${SIGNER} } } }`;
const DETACH = `mutation ($input: DetachSignerInput!) { detachSigner(input: $input) { isRegistered } }`;
const ONE = `query ($id: ID!) { provider(id: $id) { id name signers(first: 100) { ${selectPage(SIGNER)} } } }`;
const LIST = `query ($first: Int, $after: String) {
  providers(first: $first, after: $after) {
    ${selectPage(`id name signers(first: 10) { ${selectPage(SIGNER)} }`)}
  }
}`;

interface Wallet {
  readonly id: string;
  readonly address: string;
  readonly label: string;
  readonly createdAt: string;
}
interface Signer {
  readonly address: string;
  readonly label: string;
  readonly isDefault: boolean;
  readonly isRegistered: boolean | null;
  /** An instant (ISO 8601); null for a wallet that is not registered. */
  readonly activeFrom: string | null;
  readonly balance: string | null;
  readonly operationsLeft: number | null;
}
interface Provider {
  readonly id: string;
  readonly name: string;
  readonly signers: Connection<Signer>;
}

/** giveaways signers create, import, attach, detach, list */
export function addSigners(program: Command): void {
  const signers = program
    .command('signers')
    .description('wallets that send the transactions of providers (operator); members list their own');
  const label = ['--label <text>', 'a name to recognise the wallet by'] as const;
  const provider = ['--provider <id>', 'the provider that it signs for, such as prv_…'] as const;
  const asDefault = [
    '--default',
    "makes it the provider's default signer; the first signer always becomes the default",
  ] as const;

  signers
    .command('create')
    .description('creates a wallet with a new key, and lets it sign for a provider')
    .option(...label)
    .option(...provider)
    .option(...asDefault)
    .action(
      act(async (client, options) => {
        const input = { purpose: 'SIGNER', label: options['label'] };
        const answer = await client.request<{ createWallet: { wallet: Wallet } }>(CREATE, { input });
        return attached(client, answer.createWallet.wallet, options);
      }),
    );
  signers
    .command('import')
    .description('takes a wallet into custody; its key is read from standard input, or from a file')
    .option('--key-file <file>', 'the file with the key: 64 hexadecimal digits, with or without 0x')
    .option(...label)
    .option(...provider)
    .option(...asDefault)
    .action(
      act(async (client, options) => {
        const privateKey = await readPrivateKey(options['keyFile']);
        const input = { purpose: 'SIGNER', label: options['label'], privateKey };
        const answer = await client.request<{ importWallet: { wallet: Wallet } }>(IMPORT, { input });
        return attached(client, answer.importWallet.wallet, options);
      }),
    );
  signers
    .command('attach')
    .description('lets a wallet in custody sign for a provider; after an interruption, repeat it')
    .argument('<address>', 'the address of the wallet')
    .requiredOption(...provider)
    .option(...asDefault)
    .action(
      act(async (client, options, address = '') => {
        const signer = await attach(client, address, options);
        const document = { ...signer, providerId: options['provider'] };
        return { document, text: described(signer, String(options['provider'])) };
      }),
    );
  signers
    .command('detach')
    .description('detaches a signer from a provider, for its keys at once; after an interruption, repeat it')
    .argument('<address>', 'the address of the wallet')
    .requiredOption(...provider)
    .action(
      act(async (client, options, wallet) => {
        const input = { provider: options['provider'], wallet };
        const { detachSigner } = await client.request<{ detachSigner: { isRegistered: boolean } }>(DETACH, {
          input,
        });
        const { isRegistered } = detachSigner;
        return {
          document: { address: wallet, providerId: options['provider'], isRegistered },
          text: isRegistered
            ? `${wallet} no longer signs for any key. It is still registered on chain: repeat this command to see when that ends.`
            : `${wallet} no longer signs for the provider.`,
        };
      }),
    );
  signers
    .command('list')
    .description('lists the signers of providers, with their balances and remaining operations')
    .option('--provider <id>', 'only of this provider')
    .option('--first <count>', 'how many providers, at most 100', toWholeNumber)
    .addOption(AFTER)
    .action(act(list));
}

/** The result for a new wallet, after attaching it to the provider if one is named. */
async function attached(client: GraphqlClient, wallet: Wallet, options: Options): Promise<Result> {
  const { provider } = options;
  if (typeof provider !== 'string') {
    const { id, address, label } = wallet;
    return {
      document: { ...wallet, providerId: null },
      text: toFields({ Id: id, Address: address, Label: label }),
    };
  }
  try {
    const signer = await attach(client, wallet.address, options);
    return {
      document: { ...wallet, ...signer, providerId: provider },
      text: described(signer, provider),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const next = `npx --no-install giveaways signers attach ${wallet.address} --provider ${provider}`;
    const message = `${error.message} The wallet is in custody; continue with: ${next}`;
    throw new Failure(error.code, message, { ...error.facts, wallet: wallet.address }, error);
  }
}

async function attach(client: GraphqlClient, wallet: string, options: Options): Promise<Signer> {
  const input = { provider: options['provider'], wallet, default: options['default'] === true };
  const answer = await client.request<{ attachSigner: { signer: Signer } }>(ATTACH, { input });
  return answer.attachSigner.signer;
}

// The key is never an argument, because arguments are visible in the list of processes and in the shell's history.
async function list(client: GraphqlClient, { provider, first, after }: Options): Promise<Result> {
  const page = await pageOf(client, provider, { first, after });
  const found = nodesOf(page).flatMap(({ id, signers }) =>
    nodesOf(signers).map((signer) => ({ providerId: id, ...signer })),
  );
  const truncated = nodesOf(page).filter(({ signers }) => signers.pageInfo.hasNextPage);
  const rows = found.map(({ providerId, address, label, isDefault, ...state }) => [
    providerId,
    address,
    isDefault ? 'yes' : 'no',
    registrationOf(state),
    coinsOf(state),
    operationsOf(state),
    label,
  ]);
  const headings = ['PROVIDER', 'ADDRESS', 'DEFAULT', 'REGISTERED', 'BALANCE', 'OPERATIONS LEFT', 'LABEL'];
  const rest = truncated.map(({ id }) => `\n\n${id} has more signers: --provider ${id} lists them.`).join('');
  return {
    document: { signers: found, pageInfo: page.pageInfo },
    text: `${found.length === 0 ? 'There are no signers.' : toTable(headings, rows)}${rest}${more(page.pageInfo)}`,
  };
}

async function pageOf(client: GraphqlClient, provider: unknown, page: object): Promise<Connection<Provider>> {
  if (typeof provider !== 'string')
    return (await client.request<{ providers: Connection<Provider> }>(LIST, page)).providers;
  const { provider: node } = await client.request<{ provider: Provider | null }>(ONE, { id: provider });
  if (node === null) throw new Failure('NOT_FOUND', `There is no provider ${provider} that you may see.`);
  return { edges: [{ node }], pageInfo: { hasNextPage: false, endCursor: null } };
}

function described(signer: Signer, provider: string): string {
  const { address, label, isDefault, isRegistered } = signer;
  const fields = toFields({
    Address: address,
    Label: label,
    Provider: provider,
    Default: isDefault ? 'yes' : 'no',
    Registered: registrationOf(signer),
    Balance: coinsOf(signer),
    'Operations left': operationsOf(signer),
  });
  if (isRegistered === true)
    return isWaiting(signer) ? `${fields}\n\n${waitingText(address, provider)}` : fields;
  return `${fields}\n\nThe signer is not registered on chain yet: repeat giveaways signers attach ${address} --provider ${provider}.`;
}

function waitingText(address: string, provider: string): string {
  const repeat = `giveaways signers attach ${address} --provider ${provider} --default`;
  return `The signer acts later, because the provider has open giveaways. To make it the default signer then: ${repeat}.`;
}

const UNKNOWN = 'unknown';

function registrationOf({ isRegistered, activeFrom }: Pick<Signer, 'isRegistered' | 'activeFrom'>): string {
  if (isRegistered === null) return UNKNOWN;
  if (!isRegistered) return 'not yet';
  return isWaiting({ activeFrom }) ? `acts from ${activeFrom}` : 'yes';
}

function isWaiting({ activeFrom }: Pick<Signer, 'activeFrom'>): boolean {
  return activeFrom !== null && Date.parse(activeFrom) > Date.now();
}

/** In units of the native currency, rounded down to six decimals. */
function coinsOf({ balance }: Pick<Signer, 'balance'>): string {
  if (balance === null) return UNKNOWN;
  const digits = balance.padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18, -12)}`;
}

function operationsOf({ operationsLeft }: Pick<Signer, 'operationsLeft'>): string {
  return operationsLeft === null ? UNKNOWN : String(operationsLeft);
}
