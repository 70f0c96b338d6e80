import { z } from 'zod';
import type { TracingSettings } from '../runtime/tracing/tracing-settings.ts';
import { readVersion } from '../runtime/version.ts';

const endpoint = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be a URL such as http://localhost:4318.',
  )
  .optional();

/** Which traces are exported: the standard variables of OpenTelemetry, whose exporter reads the others itself, and one of ours. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'must be otlp or none.').default('otlp'),
  OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false.').default('false'),
  OTEL_SERVICE_NAME: z.string().default('giveaways'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number from 0 to 1.')
    .min(0, 'must be 0 or more.')
    .max(1, 'must be at most 1.')
    .default(1),
  TRACES_TRUST_CALLERS: z
    .enum(['on', 'off'], 'must be on or off.')
    .default('off')
    .transform((value) => value === 'on'),
};

type Variables = z.output<z.ZodObject<typeof tracingVariables>>;

/** Where traces go; undefined when they are off. */
export function toTracingConfig(variables: Variables): TracingSettings | undefined {
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const url =
    variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? undefined : `${base}/v1/traces`);
  const isOff = variables.OTEL_SDK_DISABLED === 'true' || variables.OTEL_TRACES_EXPORTER === 'none';
  if (url === undefined || isOff) return undefined;
  return {
    url,
    service: variables.OTEL_SERVICE_NAME,
    version: readVersion(),
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    trustsCallers: variables.TRACES_TRUST_CALLERS,
  };
}
