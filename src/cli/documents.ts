/** The operations that the commands send: those of the client for TypeScript, from its sources. */
export * from '../../clients/typescript/src/documents/generated.ts';
