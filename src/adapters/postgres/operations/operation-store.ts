import type { ChainCall } from '../../../core/chain/chain-call.ts';
import type { NewOperation, Operation, OperationStatus } from '../../../core/operations/operation.ts';
import type { OperationStore } from '../../ports/operation-store.ts';
import { coalesceStatements } from '../connection/coalesce-statements.ts';
import { lazy } from '../../../runtime/lazy.ts';
import { foldedWords } from './fold-texts.ts';
import { createOperationKeys, toRepeatableKey } from './operation-keys.ts';
import { toIsoInstant, type Sql, type TextRow } from '../connection/sql.ts';

const MAX_STATEMENTS_IN_FLIGHT = 2;
const MAX_BATCH = 1_000;

// The operations, the rows stored with them and their audit log entries are one statement, so that all or none are written.
// Locks are always taken in the same order, to avoid deadlocks.
const ADD = {
  name: 'add-operations',
  text: `
    with sent as (
      select * from json_to_recordset($2) as sent (position integer, id text, signer text, provider text, kind text, call json,
        op_key text, hub smallint, endpoint text, facts json, public_text json, evidence json, audit_id text, audit_at timestamptz, actor text, action text,
        subject text, audit_facts jsonb)
    ), lane as (
      insert into chain_lane (chain_id, signer) select distinct $1::bigint, signer from sent order by signer
      on conflict do nothing
    ), public_texts as (
      insert into public_text (hash, texts, search)
      select distinct on (public_text ->> 'hash') public_text ->> 'hash', (public_text -> 'texts')::jsonb,
        array_to_tsvector(string_to_array(public_text ->> 'words', ' '))
      from sent where public_text is not null order by public_text ->> 'hash'
      on conflict do nothing
    ), added as (
      insert into operation (id, chain_id, signer, provider_key, kind, call, op_key, hub, endpoint, facts, requested_by)
      select id, $1, signer, provider, kind, call, op_key, hub, endpoint, facts, actor from sent order by position
      on conflict (id) do nothing
      returning id
    ), evidences as (
      -- Only those of new operations: a repetition has another salt than the call that was accepted.
      insert into entry_evidence (provider_id, hash, salt, evidence)
      select distinct on (evidence ->> 'providerId', evidence ->> 'hash')
        evidence ->> 'providerId', evidence ->> 'hash', evidence ->> 'salt', evidence ->> 'evidence'
      from sent join added using (id) where evidence is not null
      order by evidence ->> 'providerId', evidence ->> 'hash'
      on conflict do nothing
    )
    insert into audit_entry (id, at, actor, action, subject, facts)
    select audit_id, audit_at, actor, action, subject, audit_facts from sent join added using (id)
    where audit_id is not null`,
};

const SECRET = { name: 'operation-secret', text: `select encode(secret, 'hex') from operation_secret` };

// The only statement that derives an operation's status from these columns.
const FIND = {
  name: 'find-operations',
  text: `
    select o.id, o.provider_key, o.signer, o.call,
      case
        when t.id is null then case when o.error is null then 'QUEUED' else 'FAILED' end
        when o.error is not null and t.state in ('CONFIRMED', 'FINALIZED') then 'FAILED'
        else t.state
      end,
      o.error, o.result, l.hold,
      coalesce(t.hash, (
        select hash from chain_attempt where transaction_id = t.id and hash is not null order by attempt desc limit 1
      )),
      t.block_number, t.block_hash, o.created_at, greatest(o.updated_at, t.updated_at), o.endpoint, o.facts, o.requested_by,
      greatest(0, (select head_number from chain_cursor where chain_id = $1 limit 1) - t.block_number + 1)
    from operation o
      left join chain_transaction t on t.id = o.transaction_id
      left join chain_lane l on l.chain_id = o.chain_id and l.signer = o.signer
    where o.id = any($2) and o.chain_id = $1`,
};

/** Operations in the database (hot paths: `add-operations` and `find-operations`, one statement for all concurrent calls). */
export function createOperationStore(sql: Sql, chainId: bigint): OperationStore {
  const keys = createOperationKeys();
  const secret = lazy(async () => Buffer.from(String((await sql.query(SECRET, []))[0]?.[0]), 'hex'));
  const keyOf = async ({ providerKey, repetition }: NewOperation) =>
    repetition === undefined ? keys.next(providerKey) : toRepeatableKey(await secret(), repetition);
  const add = coalesceStatements(
    { inFlight: MAX_STATEMENTS_IN_FLIGHT, largest: MAX_BATCH },
    async (groups: readonly (readonly NewOperation[])[]) => {
      const operations = groups.flat();
      const opKeys = await Promise.all(operations.map(keyOf));
      await sql.query(ADD, [String(chainId), toRecords(operations, opKeys)]);
      return groups.map(() => undefined);
    },
  );
  const find = coalesceStatements(
    { inFlight: MAX_STATEMENTS_IN_FLIGHT, largest: MAX_BATCH },
    async (groups: readonly (readonly string[])[]) => {
      const rows = await sql.query(FIND, [String(chainId), [...new Set(groups.flat())]]);
      const found = new Map(rows.map((row) => [String(row[0]), toOperation(row)]));
      return groups.map((ids) => ids.flatMap((id) => found.get(id) ?? []));
    },
  );
  return {
    async add(operations) {
      if (operations.length > 0) await add(operations);
    },
    async find(ids) {
      return ids.length === 0 ? [] : find(ids);
    },
  };
}

function toRecords(operations: readonly NewOperation[], opKeys: readonly string[]): string {
  return JSON.stringify(
    operations.map(
      ({ id, signer, providerKey, call, hub = 0, request, publicText, evidence, audit }, index) => ({
        position: index,
        id,
        signer,
        provider: providerKey,
        kind: call.kind,
        call,
        op_key: opKeys[index],
        hub,
        endpoint: request?.endpoint,
        facts: request?.facts,
        public_text: publicText ? { ...publicText, words: foldedWords(publicText.texts) } : undefined,
        evidence: evidence ?? undefined,
        audit_id: audit?.id,
        audit_at: audit?.at,
        actor: audit?.actor,
        action: audit?.action,
        subject: audit?.subject,
        audit_facts: audit?.facts,
      }),
    ),
  );
}

function toOperation(row: TextRow): Operation {
  const [id, providerKey, signer, call, status, error, result, hold, hash, block, blockHash, ...rest] = row;
  const [createdAt, updatedAt, endpoint, facts, requestedBy, confirmations] = rest;
  const state = String(status) as OperationStatus;
  const isOpen = state === 'QUEUED' || state === 'SENT';
  return {
    id: String(id),
    providerKey: String(providerKey),
    signer: String(signer),
    // Parsed on access: a client that waits for many operations reads only their states, repeatedly.
    get call() {
      return JSON.parse(String(call)) as ChainCall;
    },
    status: state,
    // Before it is confirmed, a failure can still be reorged, like a success.
    get error() {
      return state === 'FAILED' && typeof error === 'string' ? JSON.parse(error) : null;
    },
    get result() {
      return typeof result === 'string' ? JSON.parse(result) : null;
    },
    hold: isOpen && typeof hold === 'string' ? (hold as Operation['hold']) : null,
    transactionHash: typeof hash === 'string' ? hash : null,
    blockNumber: typeof block === 'string' ? Number(block) : null,
    blockHash: typeof blockHash === 'string' ? blockHash : null,
    confirmations: typeof block === 'string' ? Math.max(1, Number(confirmations)) : 0,
    get request() {
      return typeof endpoint === 'string' ? { endpoint, facts: JSON.parse(String(facts)) } : null;
    },
    requestedBy: typeof requestedBy === 'string' ? requestedBy : null,
    createdAt: new Date(toIsoInstant(String(createdAt))),
    updatedAt: new Date(toIsoInstant(String(updatedAt))),
  };
}
