import { keepManagedEntries, listManagedEntries } from '@packhouse/contract/access/access-managed-routes.ts';
import * as trust from '@packhouse/contract/access/access-trust-routes.ts';
import { trustWords } from '@packhouse/contract/access/trust-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { manifest } from '../manifest.ts';
import { spellOffset } from './clock-words.ts';
import { inspected, listed, made, north, self } from './test-deployments.ts';
import { trustListPath, trustScreens } from './trust-screens.ts';

prepareConsole();
afterEach(() => vi.useRealTimers());

const asked: AskedOf[] = [];
const note =
  <T,>(reply: T) =>
  (one: AskedOf) => {
    asked.push(one);
    return reply;
  };

beforeEach(() => {
  asked.length = 0;
  server.use(answers(trust.listTrustedDeployments, listed(north)));
});

const openMenu = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: /^Actions/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('trusted deployments', () => {
  it('have their line in the Administration sidebar, for administrators only', () => {
    expect(manifest.nav.find(({ path }) => path === trustListPath)).toMatchObject({ sidebar: 'administration', requires: { role: 'administrator' } });
  });

  it('are listed with their keys in words, beside this one’s own', async () => {
    renderArea(trustScreens, trustListPath);
    const row = await screen.findByRole('row', { name: /North/ });
    for (const text of [north.url, north.fingerprint, 'Access federation', 'Mission control', 'Trusted', '1 hour ahead'])
      expect(within(row).getByText(text)).toBeVisible();
    for (const text of [self.name, self.id, self.fingerprint]) expect(screen.getByText(text)).toBeVisible();
  });

  it('tell what is left to do where there are none', async () => {
    server.use(answers(trust.listTrustedDeployments, listed()));
    renderArea(trustScreens, trustListPath);
    expect(await screen.findByText('This deployment trusts no other yet')).toBeVisible();
  });

  it('are shown before they are paired', async () => {
    server.use(answers(trust.inspectPairingToken, inspected), answers(trust.pairDeployment, note(north)));
    renderArea(trustScreens, trustListPath);
    await userEvent.click(await screen.findByRole('button', { name: 'Pair with a token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('textbox', { name: 'Pairing token' }));
    await userEvent.paste(made.token);
    const facts = await dialog.findByRole('region', { name: 'You are about to pair with' });
    for (const text of ['North', north.url, north.fingerprint, 'Access federation']) expect(within(facts).getByText(text)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Pair' }));
    expect(await screen.findByText('North is trusted now')).toBeVisible();
    expect(asked[0]?.body).toEqual({ token: made.token, name: '', allowPrivate: false });
  });

  it('are not paired by what is no token', async () => {
    server.use(refuses(trust.inspectPairingToken, new AppError(trustWords.pairing_token_unreadable)));
    renderArea(trustScreens, trustListPath);
    await userEvent.click(await screen.findByRole('button', { name: 'Pair with a token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('textbox', { name: 'Pairing token' }));
    await userEvent.paste(made.token);
    expect(await dialog.findByText(/This is no pairing token/)).toBeVisible();
  });

  it('are given a token that is shown once and counts down', async () => {
    server.use(answers(trust.createPairingToken, note(made)));
    renderArea(trustScreens, trustListPath);
    await userEvent.click(await screen.findByRole('button', { name: 'Make a pairing token' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Access federation' }));
    // The clock alone: jsdom draws its frames on an interval, and one that is made while these stand still never runs again.
    vi.useFakeTimers({ toFake: ['Date'] });
    await userEvent.click(dialog.getByRole('button', { name: 'Make token' }));
    const shown = within(await screen.findByRole('dialog', { name: 'The pairing token' }));
    expect(shown.getByText(made.token)).toBeVisible();
    expect(shown.getByRole('timer')).toHaveTextContent('within 5:00');
    vi.advanceTimersByTime(61_000);
    await waitFor(() => expect(shown.getByRole('timer')).toHaveTextContent('within 3:59'));
    vi.advanceTimersByTime(240_000);
    expect(await shown.findByText(/The token has ended/)).toBeVisible();
    expect(shown.queryByText(made.token)).toBeNull();
    expect(asked[0]?.body).toEqual({ purposes: ['federation'], allowPrivate: false });
  });

  it('say whether they answer', async () => {
    server.use(answers(trust.checkTrustedDeployment, { reachable: false, message: 'north.example.org cannot be reached' }));
    renderArea(trustScreens, trustListPath);
    await openMenu(/Test connection/);
    expect(await within(await screen.findByRole('region', { name: 'North' })).findByText('north.example.org cannot be reached')).toBeVisible();
  });

  it('end after a question that says what ends, and leave the list after another', async () => {
    server.use(answers(trust.revokeTrustedDeployment, note({ ...north, revokedAt: north.pairedAt })));
    renderArea(trustScreens, trustListPath);
    await openMenu(/Revoke/);
    const question = within(await screen.findByRole('dialog', { name: 'Trust North no longer?' }));
    expect(question.getByText(/Users, groups, permissions and tokens are no longer kept alike/)).toBeVisible();
    expect(question.getByText(/no longer watched or managed/)).toBeVisible();
    expect(question.queryByText(/Release bundles/)).toBeNull();
    server.use(answers(trust.listTrustedDeployments, listed({ ...north, revokedAt: north.pairedAt })), answers(trust.forgetTrustedDeployment, note(undefined)));
    await userEvent.click(question.getByRole('button', { name: 'Revoke trust' }));
    expect(await screen.findByText('North is not trusted any more')).toBeVisible();
    expect(await screen.findByText('Revoked here')).toBeVisible();
    await openMenu(/Remove from the list/);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove from the list' }));
    expect(await screen.findByText('North was removed')).toBeVisible();
    expect(asked.map(({ params }) => params.id)).toEqual([north.id, north.id]);
  });

  it('give back what was this deployment’s own, after saying what is meant and what follows', async () => {
    const entry = (name: string, madeHere: boolean) => ({ kind: 'user' as const, name, madeHere });
    server.use(
      answers(listManagedEntries, { items: [entry('cid', true), entry('ann', false)], total: 2, next: null }),
      answers(keepManagedEntries, note({ kept: 1 })),
    );
    renderArea(trustScreens, trustListPath);
    await openMenu(/^Entries that it manages here/);
    const drawer = within(await screen.findByRole('dialog', { name: 'Managed here by North' }));
    expect(await drawer.findByText('by the audit log')).toBeVisible();
    expect(drawer.getByText('not that we know')).toBeVisible();
    await userEvent.click(drawer.getByRole('checkbox', { name: /cid/ }));
    await userEvent.click(drawer.getByRole('button', { name: 'These are ours' }));
    const question = within(await screen.findByRole('dialog', { name: 'Take these as your own?' }));
    expect(question.getByText('cid')).toBeVisible();
    expect(question.queryByText('ann')).toBeNull();
    expect(question.getByText(/a user whom it disables or deletes stays as here/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'These are ours' }));
    expect(await screen.findByText('1 entry is yours now')).toBeVisible();
    expect(asked.map(({ params, body }) => [params.id, body])).toEqual([[north.id, { entries: [{ kind: 'user', name: 'cid' }] }]]);
  });

  it('hear of a new key, after a question', async () => {
    server.use(answers(trust.rotateDeploymentKey, note(self)));
    renderArea(trustScreens, trustListPath);
    await userEvent.click(await screen.findByRole('button', { name: 'Take a new key' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take a new key' }));
    expect(await screen.findByText('This deployment has a new key')).toBeVisible();
    expect(asked).toHaveLength(1);
  });
});

it.each([
  [0, 'Goes the same'],
  [-1900, 'Goes the same'],
  [90_000, '2 minutes ahead'],
  [-3_600_000, '1 hour behind'],
  [172_800_000, '2 days ahead'],
])('a clock that is off by %d ms: %s', (offset, words) => {
  expect(spellOffset(offset)).toBe(words);
});
