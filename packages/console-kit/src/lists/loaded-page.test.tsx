import { ApiError } from '@packhouse/contract/client.ts';
import { prepareConsole } from '@packhouse/testkit/console/render-area.tsx';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { LoadedPage } from './loaded-page.tsx';

prepareConsole();

type Face = Parameters<typeof LoadedPage<string>>[0]['result'];

const refetch = vi.fn();
const refused = (status: number, code: string) => new ApiError(status, { errors: [{ status, code, message: `said ${code}` }] });

function show(face: Partial<Face>, missing: string | undefined = 'No such group'): void {
  const result: Face = { data: undefined, error: null, dataUpdatedAt: 0, isPlaceholderData: false, refetch, ...face };
  cleanup();
  render(
    <MemoryRouter>
      <LoadedPage result={result} title="Group" missing={missing}>
        {(name) => <p>{`Members of ${name}`}</p>}
      </LoadedPage>
    </MemoryRouter>,
  );
}

it('shows the thing itself, and goes on showing it while it cannot be asked for again', () => {
  show({ data: 'readers' });
  expect(screen.getByText('Members of readers')).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Group' })).toBeNull();
  show({ data: 'readers', error: refused(500, 'internal') });
  expect(screen.getByText('Members of readers')).toBeVisible();
});

it('has its head before the thing is known, and shows no other in its place', () => {
  show({});
  expect(screen.getByRole('heading', { name: 'Group' })).toBeVisible();
  show({ data: 'writers', isPlaceholderData: true });
  expect(screen.queryByText('Members of writers')).toBeNull();
});

it('says that there is no such thing, or no more', () => {
  show({ data: null });
  expect(screen.getByText('No such group')).toBeVisible();
  show({ data: 'readers', error: refused(404, 'group_not_found') });
  expect(screen.getByText('No such group')).toBeVisible();
  expect(screen.queryByText('Members of readers')).toBeNull();
});

it('says what failed, and asks again', () => {
  show({ error: refused(500, 'internal') });
  expect(screen.getByText('said internal')).toBeVisible();
  screen.getByRole('button', { name: 'Try again' }).click();
  expect(refetch).toHaveBeenCalledOnce();
});
