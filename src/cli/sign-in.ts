import type { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import { act, type Result } from './command.ts';
import type { GraphqlClient } from './graphql-client.ts';
import { printable } from './print.ts';

const REQUEST_CODE = `mutation ($input: RequestSignInCodeInput!) { requestSignInCode(input: $input) { email } }`;
const SIGN_IN = `mutation ($input: SignInInput!) { signIn(input: $input) { token viewer { id email } } }`;

interface SignedIn {
  readonly signIn: {
    readonly token: string;
    readonly viewer: { readonly id: string; readonly email: string };
  };
}

/** giveaways sign-in */
export function addSignIn(program: Command): void {
  program
    .command('sign-in')
    .description('signs in with a one-time code that is sent to an e-mail address')
    .requiredOption('--email <address>', 'e-mail address of the account')
    .option('--code <digits>', 'the code from the e-mail; without it a new code is sent')
    .action(
      act(async (client, { email, code, json }) => {
        if (typeof code === 'string') return signIn(client, String(email), code);
        const sent = await requestCode(client, String(email));
        const isInteractive = json !== true && process.stdin.isTTY;
        return isInteractive ? signIn(client, String(email), await ask('The code from the e-mail: ')) : sent;
      }),
    );
}

async function requestCode(client: GraphqlClient, email: string): Promise<Result> {
  const { requestSignInCode } = await client.requestPublic<{ requestSignInCode: { email: string } }>(
    REQUEST_CODE,
    { input: { email } },
  );
  return {
    document: { email: requestSignInCode.email, codeSent: true },
    text: `A code was sent to ${requestSignInCode.email}. Repeat the command with --code and its digits.`,
  };
}

async function signIn(client: GraphqlClient, email: string, code: string): Promise<Result> {
  const { token, viewer } = (await client.requestPublic<SignedIn>(SIGN_IN, { input: { email, code } }))
    .signIn;
  return {
    document: { token, id: viewer.id, email: viewer.email },
    text: `Signed in as ${printable(viewer.email)}. To use the session in this shell:\n\nexport GIVEAWAYS_TOKEN=${token}`,
  };
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
