import { instant, OF_BLOCKS, type EventProjection } from './event-projection.ts';

/** The signers of providers in each hub; the latest event of a signer counts. */
export const SIGNERS: EventProjection = {
  events: ['ProviderSignerSet'],
  ofBlocks: { name: 'project-signers', text: signersFrom(OF_BLOCKS) },
};

/** The statement for the rows of `chain_event e` that fulfil a condition. */
export function signersFrom(condition: string): string {
  return `
    insert into provider_signer (provider_key, signer, hub, allowed, active_from, changed_at)
    select distinct on (e.args->>'provider', e.args->>'signer', e.hub) e.args->>'provider', e.args->>'signer', e.hub,
      (e.args->>'allowed')::boolean,
      case when (e.args->>'allowed')::boolean then ${instant(`(e.args->>'activeFrom')::numeric`)} end, e.mined_at
    from chain_event e
    where e.name = 'ProviderSignerSet' and ${condition}
    order by e.args->>'provider', e.args->>'signer', e.hub, e.block_number desc, e.log_index desc
    on conflict (provider_key, signer, hub) do update
      set allowed = excluded.allowed, active_from = excluded.active_from, changed_at = excluded.changed_at`;
}
