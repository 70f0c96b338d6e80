import { Option } from 'commander';
import type { BackupVerification } from '../../app/backup/verify-backup.ts';
import type { CommandRow, Options, Result } from '../command.ts';
import { RecordVerifiedBackup, TakeSnapshot } from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toFields, toTable } from '../print.ts';
import { showBar } from './bar.ts';
import { DATABASE_URL, databaseUrlOf, ofInstallation, textOf, endAsFailure } from './of-installation.ts';

const RPC_URL = new Option('--rpc-url <address>', "a node of the gateway's chain").env('RPC_URL');
const OVERWRITE = new Option('--overwrite', 'what is there is replaced');

/** giveaways backup, restore, move and reindex: on the database itself. */
export const BACKUP_ROWS: readonly CommandRow[] = [
  {
    name: 'backup',
    what: 'writes a backup of the database, and of the embedded chain, while the gateway works; or verifies one',
    options: [
      DATABASE_URL,
      new Option('--to <place>', 'the file, or a folder for it').default('.'),
      new Option('--with-secrets', 'of the embedded parts: also the secrets in the data folder'),
      new Option(
        '--verify <file>',
        'restores that backup beside everything else, replays the chain and compares them',
      ),
      RPC_URL,
    ],
    work: (client, options) => {
      const file = textOf(options, 'verify');
      return file === undefined ? backUp(client, options) : verify(client, options, file);
    },
  },
  {
    name: 'restore',
    isLocal: true,
    what: 'restores a backup into an empty database, or an empty data folder, without a gateway',
    takes: [['<file>', 'the backup']],
    options: [DATABASE_URL, OVERWRITE],
    work: (_client, options, file = '') => restore(options, file),
  },
  {
    name: 'move',
    isLocal: true,
    what: 'copies the embedded database of a stopped gateway to an empty PostgreSQL database; repeat it after an interruption',
    options: [DATABASE_URL, OVERWRITE],
    work: (_client, options) => move(options),
  },
  {
    name: 'reindex',
    isLocal: true,
    what: 'builds the read model again from the chain: on PostgreSQL while the gateway serves, on the embedded database at the next start of a stopped one',
    options: [DATABASE_URL, RPC_URL],
    work: (_client, options) => reindex(options),
  },
];

const load = (what: string) => ofInstallation(() => import('../../app/backup/backup-commands.ts'), what);

async function backUp(client: GraphqlClient, options: Options): Promise<Result> {
  const { backUpEmbedded, backUpServer } = await load('back up');
  const url = databaseUrlOf(options);
  const to = textOf(options, 'to') ?? '.';
  const place = {
    dataDir: options.dataDir || '.data',
    to,
    withSecrets: options['withSecrets'] === true,
    requestGateway: async () => (await client.request(TakeSnapshot)).takeSnapshot.folder,
  };
  const written = url === undefined ? backUpEmbedded(place, showBar) : backUpServer(url, to, showBar);
  const { file, manifest } = await written.catch(endAsFailure('NOT_BACKED_UP'));
  const { takenAt, release, chain, hasSecrets, payload } = manifest;
  const text = toFields({
    File: file,
    'Taken at': takenAt,
    Release: release,
    Size: `${(payload.bytes / 1_000_000).toFixed(1)} MB`,
    'Head block': chain === null ? null : String(chain.nextBlock - 1),
    SHA256: payload.sha256,
  });
  const advice = hasSecrets ? HAS_SECRETS : STORE_SECRETS;
  return { document: { file, ...manifest }, text: `${text}\n\n${advice}` };
}

const HAS_SECRETS = 'The backup has the secrets of the data folder: whoever reads it can use all wallets.';
const STORE_SECRETS =
  'It has no key-encryption keys and no other secret of the configuration: store those apart from it.';

async function verify(client: GraphqlClient, options: Options, file: string): Promise<Result> {
  const { verifyBackup, recordVerification } = await load('verify a backup');
  const databaseUrl = databaseUrlOf(options);
  const servers = { databaseUrl, rpcUrl: textOf(options, 'rpcUrl') };
  const verification = await verifyBackup(file, servers, showBar).catch(endAsFailure('NOT_VERIFIED'));
  if (!verification.isVerified) return { ...showVerification(file, verification), failed: true };
  const requestGateway = (checksum: string, takenAt: string) =>
    client.request(RecordVerifiedBackup, { input: { checksum, takenAt } });
  const dataDir = options.dataDir || '.data';
  const unrecorded = await recordVerification(verification.manifest, {
    databaseUrl,
    dataDir,
    requestGateway,
  }).then(
    () => undefined,
    (error: unknown) => (error as Error).message,
  );
  const { document, text } = showVerification(file, verification);
  if (unrecorded === undefined) return { document, text };
  return {
    document: { ...document, unrecorded },
    text: `${text}\n\nThe gateway could not record this for its status: ${unrecorded}`,
  };
}

function showVerification(
  file: string,
  { manifest, isVerified, wrongCounts, readModel }: BackupVerification,
): { readonly document: object; readonly text: string } {
  const counts = wrongCounts.map(({ table, expected, found }) => [table, String(expected), String(found)]);
  const differing = (readModel ?? []).filter(({ extra, missing, other }) => extra + missing + other > 0);
  const differences = differing.map(({ table, extra, missing, other, examples }) => [
    table,
    String(extra),
    String(missing),
    String(other),
    examples.join(' '),
  ]);
  const tables = Object.keys(manifest.counts).length;
  const compared = readModel === null ? 'no chain' : `${readModel.length} tables of the read model`;
  const parts = [
    ...(counts.length > 0 ? [toTable(['TABLE', 'ROWS IN BACKUP', 'RESTORED'], counts)] : []),
    ...(differences.length > 0
      ? [toTable(['TABLE', 'NOT ON CHAIN', 'MISSING', 'OTHER VALUES', 'EXAMPLES'], differences)]
      : []),
    isVerified
      ? `${file} is verified: the rows of ${tables} tables, ${compared}.`
      : `${file} differs: ${counts.length} tables have other numbers of rows, ${differing.length} differ from the chain.`,
  ];
  return {
    document: { file, isVerified, takenAt: manifest.takenAt, wrongCounts, readModel },
    text: parts.join('\n\n'),
  };
}

async function restore(options: Options, file: string): Promise<Result> {
  const { restoreBackup } = await load('restore');
  const place = {
    databaseUrl: databaseUrlOf(options),
    dataDir: options.dataDir || '.data',
    overwrite: options['overwrite'] === true,
  };
  const { manifest, to, secrets, replaced } = await restoreBackup(file, place, showBar).catch(
    endAsFailure('NOT_RESTORED'),
  );
  const lines = [
    `The backup of ${manifest.takenAt} is in ${to}.`,
    ...replaced.map((folder) => `What was there is in ${folder}.`),
    ...(secrets.length > 0 ? [`It has its secrets: ${secrets.join(', ')}.`] : [PUT_SECRETS]),
    'Start the gateway, and look at giveaways doctor.',
  ];
  return { document: { to, takenAt: manifest.takenAt, secrets, replaced }, text: lines.join('\n') };
}

const PUT_SECRETS = 'Give the gateway the secrets that it had, above all KEY_ENCRYPTION_KEYS.';

async function move(options: Options): Promise<Result> {
  const modules = await load('move a database');
  const place = {
    dataDir: options.dataDir || '.data',
    databaseUrl: required(databaseUrlOf(options), 'DATABASE_URL: the empty database that gets the tables'),
    overwrite: options['overwrite'] === true,
  };
  const moved = await modules.move(place, showBar).catch(endAsFailure('NOT_MOVED'));
  return {
    document: moved,
    text:
      `Copied ${moved.rows} rows of ${moved.tables} tables. The data folder is as it was: start the gateway with DATABASE_URL, ` +
      'its secrets, and CHAIN=on where the embedded chain goes on.',
  };
}

async function reindex(options: Options): Promise<Result> {
  const modules = await load('build the read model');
  const databaseUrl = databaseUrlOf(options);
  if (databaseUrl === undefined) {
    await modules.reindexEmbedded(options.dataDir || '.data').catch(endAsFailure('NOT_REINDEXED'));
    return {
      document: { atNextStart: true },
      text: 'Start the gateway: it reads the whole chain again before its read model is complete.',
    };
  }
  const servers = {
    databaseUrl,
    rpcUrl: required(textOf(options, 'rpcUrl'), 'RPC_URL: a node of its chain'),
  };
  const { comparison, written } = await modules
    .reindex(servers, showBar)
    .catch(endAsFailure('NOT_REINDEXED'));
  const rows = Object.entries(written).map(([table, count]) => [table, String(count)]);
  return {
    document: { comparison, written },
    text:
      rows.length === 0
        ? 'The read model is what the chain says: nothing was changed.'
        : `${toTable(['TABLE', 'ROWS WRITTEN'], rows)}\n\nThe read model is what the chain says now.`,
  };
}

function required(text: string | undefined, what: string): string {
  if (text === undefined) throw new Failure('WRONG_USAGE', `Set ${what}.`, { exitCode: 2 });
  return text;
}
