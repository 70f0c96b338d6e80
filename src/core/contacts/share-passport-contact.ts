import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import {
  acceptStatement,
  statementProof,
  statementSubject,
  type StatementPorts,
} from './accept-statement.ts';
import { contactFields } from './contact.ts';

/**
 * Shares the contact of a passport's present owner with one provider, by the owner's signature: of a key (ECDSA) or a
 * contract wallet (ERC-1271). Anybody may submit the signed message. Throws UNAUTHORIZED (SIGNATURE_INVALID,
 * STATEMENT_OUTDATED), NOT_FOUND (PASSPORT, PROVIDER), CHAIN_UNAVAILABLE.
 */
export const sharePassportContact = defineUseCase({
  permission: 'public',
  input: z.object({ ...statementSubject, ...contactFields, ...statementProof }),

  execute: (ports: StatementPorts, caller, { email, name, ...signed }) =>
    acceptStatement(ports, caller, 'sharePassportContact', { ...signed, contact: { email, name } }),
});
