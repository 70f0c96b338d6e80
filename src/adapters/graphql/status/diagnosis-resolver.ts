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
      'Operator: compares the signers’ transactions in the database with the chain, and their keys with those of this instance.',
  })
  async diagnosis(@Ctx() { run }: GraphqlContext): Promise<DiagnosisType> {
    const { signers, unknownTransactions } = await run(diagnosis, {});
    return {
      signers: signers.map(({ address, canSign, sent, recorded }) => ({ address, canSign, sent, recorded })),
      unknownTransactions: unknownTransactions.map(({ hash, signer, blockNumber, minedAt, events }) => ({
        hash,
        signer,
        blockNumber,
        minedAt,
        events,
      })),
    };
  }
}
