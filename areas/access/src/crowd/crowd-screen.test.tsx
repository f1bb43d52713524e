import { CrowdSettings, readCrowdSettings, testCrowd, updateCrowdSettings } from '@packhouse/contract/access/access-crowd-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { crowdScreens } from './crowd-screens.ts';

prepareConsole();

const stored = CrowdSettings.parse({ enabled: true, url: 'https://crowd.example.org/crowd', applicationName: 'packhouse', hasPassword: true });
const { hasPassword: _, ...kept } = stored;
const bodies: unknown[] = [];
const open = () => renderArea(crowdScreens, '/admin/security/crowd');

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(readCrowdSettings, stored),
    answers(updateCrowdSettings, ({ body }) => {
      bodies.push(body);
      return stored;
    }),
  );
});

describe('Crowd', () => {
  it('keeps the stored password unless another one is typed', async () => {
    open();
    await userEvent.type(await screen.findByLabelText(/^Application password/, { selector: 'input' }), 'fresh');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toEqual([{ ...kept, password: 'fresh' }]));
    expect(await screen.findByText('The settings for Crowd were saved')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(bodies).toEqual([{ ...kept, password: 'fresh' }, kept]));
  });
  it('is tried with a user, and the answer is told in words', async () => {
    server.use(answers(testCrowd, { ok: true, step: 'done', message: '', email: '', groups: ['builders'] }));
    open();
    await userEvent.type(await screen.findByLabelText('User name'), 'ann');
    await userEvent.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('The user can sign in. E-mail: none. Groups: builders')).toBeVisible();
  });
  it('says beside the field what is wrong, and sends nothing', async () => {
    open();
    const url = await screen.findByLabelText('Address');
    await userEvent.clear(url);
    await userEvent.type(url, 'crowd.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('One field needs attention')).toBeVisible();
    expect(bodies).toEqual([]);
  });
  it('says so when it cannot be read', async () => {
    server.use(refuses(readCrowdSettings, 'internal'));
    open();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
