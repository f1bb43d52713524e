import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

/** Presses Escape in the moment in which what stands before it is there, before anything is painted. */
function Quick() {
  useLayoutEffect(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  }, []);
  return null;
}

it('a dialog that is there hears Escape', () => {
  const onClose = vi.fn();
  render(
    <>
      <Dialog title="Ended" onClose={onClose}>
        <input aria-label="Password" />
      </Dialog>
      <Quick />
    </>,
  );
  expect(onClose).toHaveBeenCalledOnce();
});
