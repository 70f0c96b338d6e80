import { z } from 'zod';
import { defineUseCase } from '../use-case.ts';
import type { ServiceHealth } from './service-health.ts';

/** Whether each part of the service works now. */
export const status = defineUseCase({
  permission: 'public',
  input: z.object({}),

  execute: ({ serviceHealth }: { serviceHealth: ServiceHealth }) => serviceHealth.read(),
});
