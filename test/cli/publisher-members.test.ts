import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { photo } from '../pictures/support/images.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft, newEmail } from '../support/listings.ts';
import { runWith } from './run-cli.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

describe('giveaways publishers members', () => {
  it('an invited account accepts, acts for the publisher, and leaves', async () => {
    const [ownerEmail, email] = [newEmail(), newEmail()];
    const [owner, guest] = [await gateway.signIn(ownerEmail), await gateway.signIn(email)];
    const members = (...args: string[]) => runWith(gateway, owner, ['publishers', 'members', ...args]);
    const own = (...args: string[]) => runWith(gateway, guest, ['publishers', 'memberships', ...args]);
    expect((await members('invite', email, '--json')).json).toMatchObject([{ email, role: 'EDITOR' }]);
    expect((await members('set-role', email, '--role', 'ADMIN')).stdout).toMatch(/ADMIN +invited 2/);
    const listed = await own('list', '--json');
    expect([listed.stderr, listed.code]).toEqual(['', 0]);
    const [{ publisher }] = listed.json;
    expect((await own('accept', publisher.id)).code).toBe(0);

    const asMember = (...args: string[]) => runWith(gateway, guest, ['--publisher', publisher.id, ...args]);
    const shown = await asMember('publishers', 'set', '--name', 'Lantern Road', '--json');
    expect(shown).toMatchObject({ code: 0, json: { id: publisher.id, name: 'Lantern Road' } });
    const folder = await mkdtemp(join(tmpdir(), 'image-'));
    const [file, listing] = [join(folder, 'a.png'), join(folder, 'listing.json')];
    await writeFile(file, await photo(90, 60).png().toBuffer());
    await writeFile(listing, JSON.stringify(draft({ sourceExternalId: 'summer' })));
    expect((await asMember('listings', 'publish', listing)).code).toBe(0);
    const shownWith = await asMember('listings', 'picture', 'summer', file);
    await rm(folder, { recursive: true });
    expect([shownWith.stderr, shownWith.code]).toEqual(['', 0]);
    expect(shownWith.stdout).toMatch(/Size +90 x 60/);
    expect((await members('list')).stdout).toMatch(new RegExp(`${ownerEmail} +OWNER *\n${email} +ADMIN +2`));

    expect((await own('leave', publisher.id)).code).toBe(0);
    const refused = await asMember('publishers', 'show', '--json');
    expect(refused).toMatchObject({
      code: 1,
      json: { error: { code: 'UNAUTHORIZED', reason: 'PUBLISHER_FOREIGN' } },
    });
    expect((await members('remove', email, '--json')).json).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});
