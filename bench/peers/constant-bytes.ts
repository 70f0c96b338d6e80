import { readFileSync } from 'node:fs';

interface ConstantResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response that the harness recorded from another server, headers included. */
export function readConstantResponse(): { headers: Record<string, string>; body: Buffer } {
  const { headers, body } = JSON.parse(
    readFileSync(process.env['ANSWER_FILE'] ?? '', 'utf8'),
  ) as ConstantResponse;
  return { headers: { ...headers }, body: Buffer.from(body, 'base64') };
}
