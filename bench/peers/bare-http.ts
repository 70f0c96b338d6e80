import { createServer } from 'node:http';
import { readConstantAnswer } from './constant-bytes.ts';
import { listen } from './listen.ts';

const { headers, body } = readConstantAnswer();
const flat = Object.entries({ ...headers, 'content-length': String(body.length) }).flat();

// The least that a server on node:http can do: drain the request, write ready bytes.
listen(
  createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, flat).end(body));
  }),
);
