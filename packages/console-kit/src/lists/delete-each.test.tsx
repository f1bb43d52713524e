import { prepareConsole } from '@packhouse/testkit/console/render-area.tsx';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { DeleteEach } from './delete-each.tsx';

prepareConsole();

it('deletes the rest when one stays, and asks again about that one with the reason', async () => {
  const [work, refresh, onClose] = [vi.fn(async (name: string) => name === 'b' && Promise.reject(new Error('no'))), vi.fn(async () => {}), vi.fn()];
  render(
    <DeleteEach
      items={['a', 'b', 'c']}
      nameOf={(name) => name}
      title={(left) => `Delete ${left.length}?`}
      action={() => 'Delete them'}
      work={work}
      refresh={refresh}
      done={(gone) => `${gone.join(' and ')} are gone`}
      onClose={onClose}
    >
      {(left) => <p>These go: {left.join(', ')}</p>}
    </DeleteEach>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Delete them' }));
  expect(await screen.findByText('b: no')).toBeVisible();
  expect(screen.getByText('These go: b')).toBeVisible();
  expect(work.mock.calls).toEqual([['a'], ['b'], ['c']]);
  expect(refresh).toHaveBeenCalledOnce();
  expect(onClose).not.toHaveBeenCalled();
});
