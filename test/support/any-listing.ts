import fc, { type Arbitrary } from 'fast-check';

const LARGEST_BODY = 32_768;
/** Whether a body is not too large. */
export const fits = (body: unknown) => Buffer.byteLength(JSON.stringify(body)) <= LARGEST_BODY;

/** A text of at most this number of code points that is visible, and changed neither by trimming nor in its line ends. */
export const anyText = (limit: number, unit: 'binary' | 'grapheme' = 'binary'): Arbitrary<string> =>
  fc
    .string({ unit, minLength: 1, maxLength: limit })
    .map((value) =>
      Array.from(value.replaceAll(/[\0\r]/g, '').trim())
        .slice(0, limit)
        .join('')
        .trim(),
    )
    .filter((value) => /[\p{L}\p{N}\p{P}]/u.test(value));

const url = fc.webUrl({ withQueryParameters: true, withFragments: true, validSchemes: ['http', 'https'] });
/** An instant as a listing writes it. */
export const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().replace(/\.\d+/, ''));
const optional = <Value>(value: Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** A listing within the limits, whose body is not too large. */
export const listing = fc
  .record({
    sourceExternalId: anyText(200),
    title: anyText(160),
    description: fc.oneof(anyText(4_000), anyText(1_000, 'grapheme')),
    landingUrl: url,
    provider: optional(anyText(120)),
    image: optional(url),
    platform: optional(anyText(80)),
    worth: optional(anyText(40, 'grapheme')),
    instructions: optional(anyText(4_000)),
    endDate: optional(instant),
  })
  .filter(fits);
