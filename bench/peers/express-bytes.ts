import express from 'express';
import { createServer } from 'node:http';
import { readConstantResponse } from './constant-bytes.ts';
import { listen } from './connections/listen.ts';

const { headers, body } = readConstantResponse();

const app = express();
app.all('/graphql', (request, response) => {
  request.resume();
  request.on('end', () => response.set(headers).send(body));
});
listen(createServer(app));
