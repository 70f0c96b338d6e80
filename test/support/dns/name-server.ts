import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { isIPv4 } from 'node:net';

const TYPES = { A: 1, TXT: 16, AAAA: 28 } as const;
const CODES = { SERVFAIL: 2, NXDOMAIN: 3 } as const;
const UDP_BYTES = 512;
const PART_BYTES = 255;

/** The records of a name by type; addresses, or whole texts of any length. */
export type Records = { readonly [Type in keyof typeof TYPES]?: readonly string[] };

/** A name server on loopback, by UDP and TCP (RFC 1035). */
export interface NameServer {
  /** Such as 127.0.0.1:40123. */
  readonly address: string;
  /** What it answers, by name; names that are not in it do not exist. */
  readonly zone: Map<string, Records | 'SERVFAIL' | 'SILENT'>;
  /** The names that it was asked for. */
  readonly queries: readonly string[];
  stop(): Promise<void>;
}

export async function startNameServer(): Promise<NameServer> {
  const zone: NameServer['zone'] = new Map();
  const queries: string[] = [];
  const response = (query: Buffer): Buffer | undefined => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    const name = toName(question);
    queries.push(name);
    return zone.get(name) === 'SILENT' ? undefined : toMessage(query, question, zone.get(name));
  };

  const tcp = createServer((socket) => serve(socket, response));
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;
  const udp = createSocket('udp4', (query: Buffer, { port: from, address }: RemoteInfo) => {
    const message = response(query);
    if (message !== undefined) udp.send(message.length > UDP_BYTES ? cut(message) : message, from, address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');

  return {
    address: `127.0.0.1:${port}`,
    zone,
    queries,
    async stop() {
      udp.close();
      tcp.close();
      await once(tcp, 'close');
    },
  };
}

function serve(socket: Socket, response: (query: Buffer) => Buffer | undefined): void {
  let received = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0);
      const message = response(received.subarray(2, end));
      received = received.subarray(end);
      if (message !== undefined) socket.write(Buffer.concat([toLength(message), message]));
    }
  });
}

function toMessage(
  query: Buffer,
  question: Buffer,
  found: Records | 'SERVFAIL' | 'SILENT' | undefined,
): Buffer {
  const type = question.readUInt16BE(question.length - 4);
  const [name] = Object.entries(TYPES).find(([, value]) => value === type) ?? [];
  const texts = typeof found === 'object' ? (found[name as keyof typeof TYPES] ?? []) : [];
  const code = found === 'SERVFAIL' ? CODES.SERVFAIL : found === undefined ? CODES.NXDOMAIN : 0;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, question, ...texts.map((text) => toRecord(type, text))]);
}

/** The header and the question, with the flag that says that the rest is to be asked for by TCP. */
function cut(message: Buffer): Buffer {
  const header = Buffer.from(message.subarray(0, message.indexOf(0, 12) + 5));
  header.writeUInt16BE(header.readUInt16BE(2) | 0x0200, 2);
  header.writeUInt16BE(0, 6);
  return header;
}

function toRecord(type: number, text: string): Buffer {
  const content = type === TYPES.TXT ? toParts(Buffer.from(text)) : toAddress(text);
  const head = Buffer.alloc(12);
  for (const [index, field] of [0xc00c, type, 1, 0, 60, content.length].entries())
    head.writeUInt16BE(field, 2 * index);
  return Buffer.concat([head, content]);
}

function toParts(text: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start === 0 || start < text.length; start += PART_BYTES) {
    const part = text.subarray(start, start + PART_BYTES);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function toAddress(text: string): Buffer {
  if (isIPv4(text)) return Buffer.from(text.split('.').map(Number));
  // As the URL parser writes it, with its zeros.
  const [head = '', tail] = text.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const zeros = Array<string>(8 - groups(head).length - groups(tail ?? '').length).fill('0');
  const all = [...groups(head), ...(tail === undefined ? [] : zeros), ...groups(tail ?? '')];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function toName(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0; question.readUInt8(at) > 0; at += 1 + question.readUInt8(at))
    labels.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)));
  return labels.join('.').toLowerCase();
}

function toLength(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return length;
}
