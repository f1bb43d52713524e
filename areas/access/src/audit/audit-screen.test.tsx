import { listAuditRecords } from '@packhouse/contract/access/access-audit-routes.ts';
import { listUsers } from '@packhouse/contract/access/access-user-routes.ts';
import { type AskedOf, answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditScreens } from './audit-screens.ts';

prepareConsole();

const record = {
  id: 7,
  at: '2026-01-01T00:00:00.000Z',
  actor: 'admin',
  address: '192.0.2.1',
  action: 'user.changed',
  subject: 'ann',
  name: null,
  before: { email: 'old@example.test', groups: ['readers'] },
  after: { email: 'new@example.test', groups: ['readers', 'developers'], picked: [] },
};
const asked: AskedOf[] = [];

beforeEach(() => {
  asked.length = 0;
  server.use(
    answers(listUsers, { items: [], total: 0, next: null }),
    answers(listAuditRecords, (one) => {
      asked.push(one);
      return { items: [record], total: 1, next: null };
    }),
  );
});

describe('the audit log', () => {
  it('lists who changed what, and asks for what the filters say', async () => {
    renderArea(auditScreens, '/admin/security/audit?actor=admin&action=user.&from=2026-01-01T00:00:00.000Z');
    const row = await screen.findByRole('row', { name: /User changed/ });
    expect(within(row).getByText('Email: old@example.test → new@example.test · Groups: +developers')).toBeVisible();
    expect(Object.fromEntries(asked[0]?.query ?? [])).toMatchObject({ actor: 'admin', action: 'user.', from: '2026-01-01T00:00:00.000Z' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter By admin' }));
    await waitFor(() => expect(asked.at(-1)?.query.get('actor')).toBeNull());
  });

  it('names what a record is about where its subject is only an id, and keeps the id', async () => {
    const subject = '0197c9d2-1111-7000-8000-000000000001';
    const token = { ...record, action: 'token.revoked', subject, name: 'Night build · ann', before: { user: 'ann' }, after: null };
    server.use(answers(listAuditRecords, { items: [token], total: 1, next: null }));
    renderArea(auditScreens, '/admin/security/audit');
    const row = await screen.findByRole('row', { name: /Access token revoked/ });
    expect(within(row).getByText('Night build · ann')).toBeVisible();
    expect(within(row).queryByText(subject)).toBeNull();
    await userEvent.click(within(row).getByRole('link'));
    expect(within(await screen.findByRole('dialog')).getByText(subject)).toBeVisible();
  });

  it('exports what the filters say', async () => {
    renderArea(auditScreens, '/admin/security/audit?action=user.');
    await screen.findByRole('row', { name: /User changed/ });
    expect(screen.getByRole('link', { name: 'Export' })).toHaveAttribute('href', '/ui/api/v1/access/audit/export?action=user.');
  });

  it('shows a record with what was before and after', async () => {
    const router = renderArea(auditScreens, '/admin/security/audit');
    await userEvent.click(await screen.findByRole('link', { name: 'User changed' }));
    const drawer = await screen.findByRole('dialog', { name: 'User changed' });
    expect(within(drawer).getByText('old@example.test')).toBeVisible();
    expect(within(drawer).getByText('new@example.test')).toBeVisible();
    expect(within(drawer).getByText('developers')).toBeVisible();
    expect(within(drawer).queryByText('readers')).toBeNull();
    expect(router.state.location.search).toBe('?record=7');
  });

  it('finds a record by its address where the list does not hold it', async () => {
    server.use(
      answers(listAuditRecords, ({ query }) =>
        query.get('after') === '4'
          ? { items: [{ ...record, id: 3, action: 'group.deleted' }], total: 9, next: null }
          : { items: [record], total: 9, next: null },
      ),
    );
    renderArea(auditScreens, '/admin/security/audit?record=3');
    expect(await screen.findByRole('dialog', { name: 'Group deleted' })).toBeVisible();
  });

  it('takes two moments', async () => {
    renderArea(auditScreens, '/admin/security/audit');
    await userEvent.click(await screen.findByRole('button', { name: 'Time' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Between two moments/ }));
    await userEvent.type(screen.getByLabelText('From'), '2026-02-01T10:00');
    await userEvent.type(screen.getByLabelText('To'), '2026-02-01T09:00');
    expect(screen.getByText('The end lies before the beginning')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('To'));
    await userEvent.click(screen.getByRole('button', { name: 'Show records' }));
    await waitFor(() => expect(asked.at(-1)?.query.get('from')).toBe(new Date('2026-02-01T10:00').toISOString()));
  });
});
