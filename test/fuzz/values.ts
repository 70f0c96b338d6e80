/** Longer than a response's messages may repeat. */
export const LONG_RUN = 'x'.repeat(101);

export const NUMBERS = [
  '0',
  '1',
  '-1',
  '3',
  '100',
  '101',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '1e400',
  '0.5',
];
export const TEXTS = [
  '',
  ' ',
  'lantern',
  'a@example.com',
  'https://publisher.example/a',
  '2031-08-31T22:00:00Z',
  '2026-02-30T00:00:00.000Z',
  '0x' + '0'.repeat(40),
  '0x' + 'ab'.repeat(32),
  'İßё中文',
  '__proto__',
  "';--",
  ' '.repeat(3_000),
  LONG_RUN.repeat(30),
];

export const ODD_TEXTS = [...TEXTS, '\u0000', '\ud800'];

/** Values that scalars accept; other scalars accept any text. */
export const SCALARS: Readonly<Record<string, readonly unknown[]>> = {
  Int: [0, 1, 2, 20, 100],
  SafeInt: [0, 1, 2, 1_900_000_000, Number.MAX_SAFE_INTEGER],
  Boolean: [true, false],
  DateTime: ['2031-08-31T22:00:00Z', '2020-01-01T00:00:00.123Z'],
  Address: ['0x00000000000000000000000000000000000000a1', `0x${'0'.repeat(40)}`],
  Hash: [`0x${'ab'.repeat(32)}`],
  Bytes: ['0x', `0x${'ab'.repeat(65)}`],
  JSONObject: [
    {},
    { id: 'AAAA', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    { id: 'AAAA', type: 'public-key', response: { authenticatorData: 'AA', signature: 7, userHandle: null } },
  ],
};
