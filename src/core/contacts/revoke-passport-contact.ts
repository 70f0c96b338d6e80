import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import {
  acceptStatement,
  statementProof,
  statementSubject,
  type StatementPorts,
} from './accept-statement.ts';

/**
 * Ends what a provider may know of a passport's present owner, by the owner's signature: what was shared, and what the
 * provider gave itself. Holds for every reading that begins after the answer. Throws as sharePassportContact does.
 */
export const revokePassportContact = defineUseCase({
  permission: 'public',
  input: z.object({ ...statementSubject, ...statementProof }),

  execute: (ports: StatementPorts, caller, signed) =>
    acceptStatement(ports, caller, 'revokePassportContact', { ...signed, contact: null }),
});
