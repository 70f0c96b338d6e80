import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import {
  acceptStatement,
  statementProof,
  statementSubject,
  type StatementPorts,
} from './accept-statement.ts';

/**
 * Ends a provider's contact of a passport's present owner, by the owner's signature, whether the owner or the provider
 * supplied it. Requests that begin after the response no longer get it. Throws the same errors as sharePassportContact.
 */
export const revokePassportContact = defineUseCase({
  permission: 'public',
  input: z.object({ ...statementSubject, ...statementProof }),

  execute: (ports: StatementPorts, caller, signed) =>
    acceptStatement(ports, caller, 'revokePassportContact', { ...signed, contact: null }),
});
