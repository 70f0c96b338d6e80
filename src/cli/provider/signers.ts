import { Option } from 'commander';
import { needed, send, toWholeNumber, type CommandRow, type Options, type Result } from '../command.ts';
import { AFTER, more } from '../connection.ts';
import {
  AttachSigner,
  CreateWallet,
  DetachSigner,
  ImportWallet,
  SignersOfProvider,
  SignersOfProviders,
  type SignerFieldsFragment,
  type SignersOfProvidersQuery,
  type WalletFieldsFragment,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { readPrivateKey } from '../read-private-key.ts';
import { toFields, toTable } from '../print.ts';

const LABEL = new Option('--label <text>', 'a name to recognise the wallet by');
const FOR_PROVIDER = ['--provider <id>', 'the provider that it signs for, such as prv_…'] as const;
const AS_DEFAULT = new Option(
  '--default',
  "makes it the provider's default signer; the first signer always becomes the default",
);
const ADDRESS = ['<address>', 'the address of the wallet'] as const;

export const SIGNER_ROWS: readonly CommandRow[] = [
  {
    name: 'create',
    what: 'creates a wallet with a new key, and lets it sign for a provider',
    options: [LABEL, new Option(...FOR_PROVIDER), AS_DEFAULT],
    async work(client, options) {
      const input = { purpose: 'SIGNER', label: options['label'] };
      const response = await client.request(CreateWallet, { input });
      return attached(client, response.createWallet.wallet, options);
    },
  },
  {
    name: 'import',
    what: 'takes a wallet into custody; its key is read from standard input, or from a file',
    options: [
      new Option('--key-file <file>', 'the file with the key: 64 hexadecimal digits, with or without 0x'),
      LABEL,
      new Option(...FOR_PROVIDER),
      AS_DEFAULT,
    ],
    async work(client, options) {
      const privateKey = await readPrivateKey(options['keyFile']);
      const input = { purpose: 'SIGNER', label: options['label'], privateKey };
      const response = await client.request(ImportWallet, { input });
      return attached(client, response.importWallet.wallet, options);
    },
  },
  {
    name: 'attach',
    what: 'lets a wallet in custody sign for a provider; after an interruption, repeat it',
    takes: [ADDRESS],
    options: [needed(...FOR_PROVIDER), AS_DEFAULT],
    async work(client, options, address = '') {
      const providerId = String(options['provider']);
      const signer = await attach(client, address, options);
      return { document: { ...signer, providerId }, text: described(signer, providerId) };
    },
  },
  {
    name: 'detach',
    what: 'detaches a signer from a provider, for its keys at once; after an interruption, repeat it',
    takes: [ADDRESS],
    options: [needed(...FOR_PROVIDER)],
    work: send({
      document: DetachSigner,
      input: ({ provider }, wallet) => ({ provider, wallet }),
      show: ({ detachSigner: { isRegistered } }, { provider }, wallet) => ({
        document: { address: wallet, providerId: provider, isRegistered },
        text: isRegistered
          ? `${wallet} no longer signs for any key. It is still registered on chain: repeat this command to see when that ends.`
          : `${wallet} no longer signs for the provider.`,
      }),
    }),
  },
  {
    name: 'list',
    what: 'lists the signers of providers, with their balances and remaining operations',
    options: [
      new Option('--provider <id>', 'only of this provider'),
      new Option('--first <count>', 'how many providers, at most 100').argParser(toWholeNumber),
      AFTER,
    ],
    work: list,
  },
];

/** The result for a new wallet, after attaching it to the provider if one is named. */
async function attached(
  client: GraphqlClient,
  wallet: WalletFieldsFragment,
  options: Options,
): Promise<Result> {
  const { provider } = options;
  const { id, address, label, createdAt } = wallet;
  if (typeof provider !== 'string') {
    return {
      document: { id, address, label, createdAt, providerId: null },
      text: toFields({ Id: id, Address: address, Label: label }),
    };
  }
  try {
    const signer = await attach(client, wallet.address, options);
    return {
      document: { id, createdAt, ...signer, providerId: provider },
      text: described(signer, provider),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const next = `npx --no-install giveaways signers attach ${wallet.address} --provider ${provider}`;
    const message = `${error.message} The wallet is in custody; continue with: ${next}`;
    throw new Failure(error.code, message, { ...error.facts, wallet: wallet.address }, error);
  }
}

async function attach(
  client: GraphqlClient,
  wallet: string,
  options: Options,
): Promise<SignerFieldsFragment> {
  const input = { provider: options['provider'], wallet, default: options['default'] === true };
  const response = await client.request(AttachSigner, { input });
  return response.attachSigner.signer;
}

// The key is never an argument, because arguments are visible in the list of processes and in the shell's history.
async function list(client: GraphqlClient, { provider, first, after }: Options): Promise<Result> {
  const page = await pageOf(client, provider, { first, after });
  const found = page.nodes.flatMap(({ id, signers }) =>
    signers.nodes.map((signer) => ({ providerId: id, ...signer })),
  );
  const truncated = page.nodes.filter(({ signers }) => signers.pageInfo.hasNextPage);
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

type Providers = SignersOfProvidersQuery['providers'];

async function pageOf(client: GraphqlClient, provider: unknown, page: object): Promise<Providers> {
  if (typeof provider !== 'string') return (await client.request(SignersOfProviders, page)).providers;
  const { provider: node } = await client.request(SignersOfProvider, { id: provider });
  if (node === null) throw new Failure('NOT_FOUND', `There is no provider ${provider} that you may see.`);
  return { nodes: [node], pageInfo: { hasNextPage: false, endCursor: null } };
}

function described(signer: SignerFieldsFragment, provider: string): string {
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
  return `The signer acts later, because the provider has open giveaways or undelivered prizes. To make it the default signer then: ${repeat}.`;
}

const UNKNOWN = 'unknown';

function registrationOf({
  isRegistered,
  activeFrom,
}: Pick<SignerFieldsFragment, 'isRegistered' | 'activeFrom'>): string {
  if (isRegistered === null) return UNKNOWN;
  if (!isRegistered) return 'not yet';
  return isWaiting({ activeFrom }) ? `acts from ${activeFrom}` : 'yes';
}

function isWaiting({ activeFrom }: Pick<SignerFieldsFragment, 'activeFrom'>): boolean {
  return activeFrom !== null && Date.parse(activeFrom) > Date.now();
}

/** In units of the native currency, rounded down to six decimals. */
function coinsOf({ balance }: Pick<SignerFieldsFragment, 'balance'>): string {
  if (balance === null) return UNKNOWN;
  const digits = balance.padStart(19, '0');
  return `${digits.slice(0, -18)}.${digits.slice(-18, -12)}`;
}

function operationsOf({ operationsLeft }: Pick<SignerFieldsFragment, 'operationsLeft'>): string {
  return operationsLeft === null ? UNKNOWN : String(operationsLeft);
}
