import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { Uses } from '../ports.ts';

/** Whether each part of the service works now. */
export const status = defineUseCase({
  permission: 'public',
  input: z.object({}),

  execute: ({ serviceHealth }: Uses<'serviceHealth'>) => serviceHealth.read(),
});
