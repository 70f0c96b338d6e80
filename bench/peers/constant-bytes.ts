import { readFileSync } from 'node:fs';

interface ConstantAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer that the harness recorded from another server, headers included. */
export function readConstantAnswer(): { headers: Record<string, string>; body: Buffer } {
  const { headers, body } = JSON.parse(
    readFileSync(process.env['ANSWER_FILE'] ?? '', 'utf8'),
  ) as ConstantAnswer;
  return { headers: { ...headers }, body: Buffer.from(body, 'base64') };
}
