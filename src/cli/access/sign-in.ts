import { Option } from 'commander';
import { createInterface } from 'node:readline/promises';
import { needed, type CommandRow, type Options, type Result } from '../command.ts';
import { RequestCode, SignIn } from '../documents.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { printable } from '../print.ts';
import { tryToStore } from './session-commands.ts';

export const SIGN_IN: CommandRow = {
  name: 'sign-in',
  what: 'signs in with a one-time code that is sent to an e-mail address, and stores the session for this gateway',
  options: [
    needed('--email <address>', 'e-mail address of the account'),
    new Option('--code <digits>', 'the code from the e-mail; without it a new code is sent'),
  ],
  async work(client, options) {
    const { email, code, json } = options;
    if (typeof code === 'string') return signIn(client, options, code);
    const sent = await requestCode(client, String(email));
    const isInteractive = json !== true && process.stdin.isTTY;
    return isInteractive ? signIn(client, options, await prompt('The code from the e-mail: ')) : sent;
  },
};

async function requestCode(client: GraphqlClient, email: string): Promise<Result> {
  const { requestSignInCode } = await client.requestPublic(RequestCode, { input: { email } });
  return {
    document: { email: requestSignInCode.email, codeSent: true },
    text: `A code was sent to ${requestSignInCode.email}. Repeat the command with --code and its digits.`,
  };
}

async function signIn(client: GraphqlClient, options: Options, code: string): Promise<Result> {
  const { email } = options;
  const { token, viewer } = (await client.requestPublic(SignIn, { input: { email, code } })).signIn;
  const file = tryToStore(options, { token, email: viewer.email });
  return {
    document: { token, id: viewer.id, email: viewer.email, storedIn: file ?? null },
    text:
      file === undefined
        ? `Signed in as ${printable(viewer.email)}. The session cannot be stored. To use it in this shell:\n\nexport GIVEAWAYS_TOKEN=${token}`
        : `Signed in as ${printable(viewer.email)}. The session is in ${file}, for this gateway; giveaways sign-out ends it.`,
  };
}

async function prompt(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
