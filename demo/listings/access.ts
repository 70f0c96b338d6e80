import { RequestCode, SignIn, SignOut } from '@giveaway-gateway/client/documents';
import type { Graphql } from '@giveaway-gateway/client/graphql';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { DATA_DIR, graphql, graphqlAs, readOperatorToken } from '../gateway.ts';
import { tell } from '../tell.ts';

const MAILS = join(DATA_DIR, 'mail');
const MAIL_WITHIN_MS = 3_000;

/** The credential that manages keys of the account. */
export interface Access {
  readonly graphql: Graphql;
  readonly isSession: boolean;
  /** The account's address, which the operator must add. */
  readonly keyOwner: { readonly account?: string };
}

/** Signs in with the code in the mail; uses the operator token when no mail can be read here. */
export async function openAccess(email: string): Promise<Access> {
  const earlier = new Set(await readMailNames());
  try {
    await graphql(RequestCode, { input: { email } });
    const code = await findCode(email, earlier);
    if (code !== undefined) {
      const { signIn } = await graphql(SignIn, { input: { email, code } });
      tell(`with the code ${code} from the mail in ${MAILS}`);
      return { graphql: graphqlAs(signIn.token), isSession: true, keyOwner: {} };
    }
    tell(`the mail is not in ${MAILS}`);
  } catch (error) {
    tell(`no code: ${(error as Error).message}`);
  }
  const token = await readOperatorToken();
  tell('so the operator acts for the account');
  return { graphql: graphqlAs(token), isSession: false, keyOwner: { account: email } };
}

/** Ends a session; the operator token is not changed. */
export async function closeAccess({ graphql, isSession }: Access): Promise<void> {
  if (isSession) await graphql(SignOut);
}

async function findCode(email: string, earlier: ReadonlySet<string>): Promise<string | undefined> {
  for (let waited = 0; waited < MAIL_WITHIN_MS; waited += 100) {
    for (const name of await readMailNames()) {
      if (earlier.has(name)) continue;
      const mail = await readFile(join(MAILS, name), 'utf8');
      const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\n\n')))?.[0];
      if (code !== undefined && mail.includes(email)) return code;
    }
    await after(100);
  }
  return undefined;
}

async function readMailNames(): Promise<string[]> {
  return readdir(MAILS).catch(() => []);
}
