import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { useStartUp } from '../start-up/start-up.ts';
import { LicenceBanner } from './licence-banner.tsx';

prepareConsole();
afterEach(() => {
  useStartUp.setState({ licenceEndsAt: null });
  localStorage.clear();
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString();
const show = (licenceEndsAt: string | null, session: object = {}) => {
  useStartUp.setState({ licenceEndsAt });
  renderArea([{ path: '/packages', element: <LicenceBanner /> }], '/packages', { licenceType: 'ENTERPRISE', administrator: true, ...session });
};

it('tells administrators that the license ends within 30 days, until they have taken note, and again a week before', async () => {
  const end = inDays(20);
  show(end);
  expect(screen.getByText(/^The license of this platform ends in 20 days, on .*\. What is stored stays, and is downloaded as before\.$/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show licenses' })).toHaveAttribute('href', '/admin/license_management/licenses');
  await userEvent.click(screen.getByRole('button', { name: 'Got it' }));
  expect(screen.queryByText(/ends in 20 days/)).toBeNull();
});

it('tells again when it comes nearer, however often it was closed before', () => {
  localStorage.setItem('packhouse.licence-told', `${inDays(6)} 30`);
  show(inDays(6));
  expect(screen.getByText(/ends in 6 days/)).toBeVisible();
});

it('says nothing of an end that is far, to others, and where there is none', () => {
  show(inDays(31));
  expect(screen.queryByRole('status')).toBeNull();
  useStartUp.setState({ licenceEndsAt: null });
  expect(screen.queryByRole('status')).toBeNull();
});

it('says nothing to those who cannot do anything about it', () => {
  show(inDays(1), { administrator: false });
  expect(screen.queryByRole('status')).toBeNull();
});

it('says that no license holds any more', () => {
  show(null, { licenceType: 'N/A' });
  expect(screen.getByRole('alert')).toHaveTextContent('No license of this platform is valid any more.');
});
