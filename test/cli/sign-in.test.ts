import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { newEmail } from '../support/listings.ts';
import { codeOf, mailsTo } from '../support/mail/mail.ts';
import { runAsOperator } from './run-cli.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

describe('giveaways sign-in', () => {
  it('sends a code, and returns a session token for the code', async () => {
    const email = newEmail();

    const sent = await runAsOperator(gateway, ['sign-in', '--email', email, '--json']);
    const code = codeOf((await mailsTo(gateway.directory, email)).at(-1) ?? '');
    const signedIn = await runAsOperator(gateway, ['sign-in', '--email', email, '--code', code, '--json']);

    expect(sent.json).toEqual({ email, codeSent: true });
    expect(signedIn.json).toEqual({ token: expect.any(String), id: expect.stringMatching(/^acc_/), email });
    const { body } = await gateway.graphql('{ viewer { email } }', {}, signedIn.json.token);
    expect(body.data.viewer).toEqual({ email });
  });

  it('prints how to export the token', async () => {
    const email = newEmail();
    await runAsOperator(gateway, ['sign-in', '--email', email]);
    const code = codeOf((await mailsTo(gateway.directory, email)).at(-1) ?? '');

    const { stdout } = await runAsOperator(gateway, ['sign-in', '--email', email, '--code', code]);

    expect(stdout).toMatch(/^export GIVEAWAYS_TOKEN=\S+$/m);
  });

  it('refuses a wrong code', async () => {
    const email = newEmail();

    const { code, json } = await runAsOperator(gateway, [
      'sign-in',
      '--email',
      email,
      '--code',
      '000000',
      '--json',
    ]);

    expect({ code, error: json.error }).toMatchObject({
      code: 1,
      error: { code: 'UNAUTHENTICATED', reason: 'CODE_INVALID' },
    });
  });
});
