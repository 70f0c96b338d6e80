import { describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { expectLegacyListingInForms, hiddenField, openBrowser } from './access-site.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ DOMAIN_CHECKS: 'on', DOMAIN_DNS_SERVERS: '127.0.0.1:9' }));

const LISTING = {
  title: 'Ten lanterns',
  description: 'Free to enter.',
  landingUrl: 'https://publisher.example/summer',
};

describe('a listing of the account', () => {
  it('a listing of the legacy endpoint is changed and withdrawn itself, not another one with the same ID', async () => {
    await expectLegacyListingInForms(gateway, LISTING);
  });

  it('shows why the operator has hidden it, and that the publisher is blocked', async () => {
    const browser = openBrowser(gateway);
    const address = newEmail();
    await browser.signIn(address);
    const { body } = await gateway.publish(await gateway.createKey(address), draft());
    const { id } = body.listing;
    const page = () => browser.get('/access/listings');
    const read = await gateway.graphql(`{ listing(id: "${id}") { publisher { id } } }`);
    const operate = (mutation: string) =>
      gateway.graphql(`mutation { ${mutation} }`, {}, gateway.operatorToken);
    expect((await page()).html).toContain(`href="/listings/${id}"`);
    await operate(`hideListing(input: { id: "${id}", reason: "A <b>false</b> prize" }) { listing { id } }`);
    const hidden = (await page()).html;
    expect(hidden).toContain('Hidden by the operator: <bdi>A &lt;b&gt;false&lt;/b&gt; prize</bdi>');
    expect(hidden).not.toContain(`href="/listings/${id}"`);
    const { publisher } = read.body.data.listing;
    await operate(`blockPublisher(input: { id: "${publisher.id}", reason: "Spam" }) { listings }`);
    expect((await page()).html).toMatch(/has blocked you as a publisher[^<]*<bdi>Spam</);
  });

  it('while the publisher is blocked, a form that would be refused is replaced by the reason', async () => {
    const browser = openBrowser(gateway);
    const address = newEmail();
    await browser.signIn(address);
    const key = await gateway.createKey(address);
    const { id } = (await gateway.publish(key, draft())).body.listing;
    const read = await gateway.graphql('{ myPublisher { id } }', {}, key);
    const block = `mutation { blockPublisher(input: { id: "${read.body.data.myPublisher.id}", reason: "Spam" }) { listings } }`;
    const opened = await browser.get('/access/listings/new');
    const draftId = hiddenField(opened, 'draftId');
    const entered = { ...LISTING, draftId, draftRevision: '0', newId: hiddenField(opened, 'newId') };
    await browser.post('/access/listings/new', { ...entered, action: 'draft' });
    const paths = [
      '/access/listings/new',
      `/access/listings/new?from=${id}`,
      `/access/listings/new?draft=${draftId}`,
      `/access/listings/edit?listing=${id}`,
      '/access/profile',
      '/access/profile/domain',
    ];
    const show = async (path: string) => {
      const { html } = await browser.get(path);
      return [
        path,
        /<form[^>]* action="\/access\/(?:listings|profile)/.test(html),
        html.includes('<bdi>Spam</bdi>'),
      ];
    };
    expect(await Promise.all(paths.map(show))).toEqual(paths.map((path) => [path, true, false]));
    await gateway.graphql(block, {}, gateway.operatorToken);
    expect(await Promise.all(paths.map(show))).toEqual(paths.map((path) => [path, false, true]));
    const sent = await browser.post('/access/listings/new?lang=de', { ...entered, action: 'publish' });
    expect([sent.status, sent.html]).toEqual([400, expect.stringContaining('value="Ten lanterns"')]);
    expect(sent.html).toContain('deshalb wurde nichts übernommen. Grund: Spam');
  });

  it('a publisher without a listing sees in its list that it is blocked', async () => {
    const browser = openBrowser(gateway);
    const address = newEmail();
    await browser.signIn(address);
    const read = await gateway.graphql('{ myPublisher { id } }', {}, await gateway.createKey(address));
    const block = `mutation { blockPublisher(input: { id: "${read.body.data.myPublisher.id}", reason: "Spam" }) { listings } }`;
    await gateway.graphql(block, {}, gateway.operatorToken);
    expect((await browser.get('/access/listings')).html).toMatch(
      /has blocked you as a publisher[^<]*<bdi>Spam</,
    );
  });
});
