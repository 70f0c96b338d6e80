import { createServer } from 'node:http';
import { readConstantResponse } from './constant-bytes.ts';
import { listen } from './connections/listen.ts';

const { headers, body } = readConstantResponse();
const flat = Object.entries({ ...headers, 'content-length': String(body.length) }).flat();

// The minimum of a server on node:http: read the request, write prepared bytes.
listen(
  createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(200, flat).end(body));
  }),
);
