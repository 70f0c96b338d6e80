import { Ctx, Query, Resolver } from 'type-graphql';
import { diagnosis } from '../../../core/status/diagnosis.ts';
import type { GraphqlContext } from '../gateway/context.ts';
import { DiagnosisType } from './diagnosis-types.ts';
import { Requires } from '../guard/field-rules.ts';

@Resolver()
export class DiagnosisResolver {
  @Requires(diagnosis)
  @Query(() => DiagnosisType, {
    description:
      'Operator: compares the signers’ transactions in the database with the chain, and their keys with those of this instance; looks at the configuration and the version.',
  })
  async diagnosis(@Ctx() { run }: GraphqlContext): Promise<DiagnosisType> {
    const found = await run(diagnosis, {});
    const { signers, unknownTransactions, version, advice, pendingMigrations, laterMigrations } = found;
    return {
      signers: signers.map(({ address, canSign, sent, recorded, operationsLeft, needsFunds }) => ({
        address,
        canSign,
        sent,
        recorded,
        operationsLeft,
        needsFunds,
      })),
      unknownTransactions: unknownTransactions.map(({ hash, signer, blockNumber, minedAt, events }) => ({
        hash,
        signer,
        blockNumber,
        minedAt,
        events,
      })),
      version,
      advice,
      pendingMigrations,
      laterMigrations,
    };
  }
}
