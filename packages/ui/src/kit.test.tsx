import { prepareConsole } from '@packhouse/testkit/console/render-area.tsx';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  Button,
  CodeBlock,
  ConfirmDelete,
  CopyButton,
  copiedDuration,
  Deletion,
  Dialog,
  Menu,
  NotificationArea,
  notificationDurations,
  notify,
  RouteTabs,
} from './core.ts';
import { type Column, DataTable, type TreeRow, VirtualTree } from './table/data.ts';

prepareConsole();
afterEach(() => vi.useRealTimers());

function show(element: React.ReactElement) {
  const router = createMemoryRouter([
    { path: '/', element },
    { path: '*', element: <p>elsewhere</p> },
  ]);
  render(<RouterProvider router={router} />);
  return router;
}

describe('notifications', () => {
  it('LIMIT-005 stay 4500 ms for failures and warnings and 3000 ms otherwise', () => {
    expect(notificationDurations).toEqual({ long: 4500, short: 3000 });
    vi.useFakeTimers();
    show(<NotificationArea />);
    act(() => {
      notify.good('saved');
      notify.bad('broken');
    });
    act(() => void vi.advanceTimersByTime(2999));
    expect(screen.getByText('saved')).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('saved')).toBeNull();
    act(() => void vi.advanceTimersByTime(1499));
    expect(screen.getByText('broken')).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByText('broken')).toBeNull();
  });

  it('LIMIT-006 can be closed earlier', async () => {
    show(<NotificationArea />);
    act(() => void notify.bad('broken'));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('broken')).toBeNull();
  });
});

describe('copying', () => {
  it('says Copied on the button for two seconds and in a notification', async () => {
    const user = userEvent.setup();
    Object.assign(window, { isSecureContext: true });
    show(
      <>
        <CopyButton value="sha256:abc" wide />
        <NotificationArea />
      </>,
    );
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
    expect(screen.getByText('Copied to clipboard')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('sha256:abc');
    expect(copiedDuration).toBe(2000);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Copy' })).toBeInTheDocument());
  });

  it('draws a prompt that is not copied', () => {
    show(<CodeBlock title="Log in" code="docker login" prompt />);
    expect(screen.getByText('docker login').textContent).toBe('docker login\n');
  });
});

it('a refused button stays reachable, says why and does nothing', async () => {
  const onClick = vi.fn();
  show(
    <Button refusal="Only an administrator can do this" onClick={onClick}>
      Create
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Create' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.tab();
  expect(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onClick).not.toHaveBeenCalled();
});

it('a menu works with arrows, letters and Escape', async () => {
  const picked = vi.fn();
  show(
    <Menu
      label="Sort"
      entries={[
        { label: 'Name', onSelect: () => picked('name') },
        { label: 'Created', onSelect: () => picked('created') },
      ]}
    >
      {(trigger) => (
        <button type="button" {...trigger}>
          Sort
        </button>
      )}
    </Menu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sort' }));
  expect(screen.getByRole('menuitem', { name: 'Name' })).toHaveFocus();
  await userEvent.keyboard('c{Enter}');
  expect(picked).toHaveBeenCalledWith('created');
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.getByRole('button', { name: 'Sort' })).toHaveFocus();
});

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      {open && (
        <Dialog title="New name" onClose={() => setOpen(false)}>
          <input aria-label="Name" />
          <Menu label="Kinds" entries={[{ label: 'One' }]}>
            {(trigger) => (
              <button type="button" {...trigger}>
                Kind
              </button>
            )}
          </Menu>
        </Dialog>
      )}
    </>
  );
}

it('a dialog takes the focus, and Escape closes what is on top and gives the focus back', async () => {
  show(<Opener />);
  const opener = screen.getByRole('button', { name: 'Rename' });
  act(() => opener.focus());
  await userEvent.keyboard('{Enter}');
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('menuitem', { name: 'One' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.getByRole('button', { name: 'Kind' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(opener).toHaveFocus();
});

it('Tab leaves a menu for its button, not for the end of the page', async () => {
  show(
    <Menu label="Sort" entries={[{ label: 'Name' }]}>
      {(trigger) => (
        <button type="button" {...trigger}>
          Sort
        </button>
      )}
    </Menu>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Sort' }));
  await userEvent.tab();
  expect(screen.queryByRole('menu')).toBeNull();
});

it('the current tab is brought into sight where tabs do not fit', () => {
  const place = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.tagName === 'A' ? new DOMRect(300, 0, 100, 30) : new DOMRect(0, 0, 200, 30);
  });
  show(<RouteTabs label="Parts" tabs={[{ to: '/', label: 'Layers' }]} />);
  expect(screen.getByRole('navigation', { name: 'Parts' }).scrollLeft).toBe(250);
  place.mockRestore();
});

it('the current tab is known however its address is spelled', () => {
  const tabs = [
    { to: '/packages/npm%3A%2F%2Fa/1.0/files', label: 'Files' },
    { to: '/packages/npm%3A%2F%2Fa/1.0/security', label: 'Security' },
  ];
  for (const spelled of ['npm%3A%2F%2Fa', 'npm:%2F%2Fa']) {
    render(
      <MemoryRouter initialEntries={[`/packages/${spelled}/1.0/security`]}>
        <RouteTabs label={spelled} tabs={tabs} />
      </MemoryRouter>,
    );
    const list = within(screen.getByRole('navigation', { name: spelled }));
    expect(list.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'page');
    expect(list.getByRole('link', { name: 'Files' })).not.toHaveAttribute('aria-current');
  }
});

it('what cannot be undone is confirmed by typing its name', async () => {
  const onConfirm = vi.fn();
  show(
    <ConfirmDelete title="Delete repository?" action="Delete repository" name="npm-local" onConfirm={onConfirm} onClose={() => undefined}>
      12 artifacts go.
    </ConfirmDelete>,
  );
  const button = screen.getByRole('button', { name: 'Delete repository' });
  expect(button).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Type npm-local to confirm'), 'npm-local');
  await userEvent.click(button);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('a deletion that is refused says why and stays; one that works is told and closes', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('npm-all uses it'));
  const steps: string[] = [];
  show(
    <>
      <Deletion
        title="Delete key?"
        action="Delete key"
        work={work}
        done="It is gone"
        onClose={() => steps.push('closed')}
        onDeleted={() => steps.push('deleted')}
      >
        Nobody signs with it.
      </Deletion>
      <NotificationArea />
    </>,
  );
  const button = screen.getByRole('button', { name: 'Delete key' });
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent('npm-all uses it');
  expect(steps).toEqual([]);
  await userEvent.click(button);
  expect(await screen.findByText('It is gone')).toBeVisible();
  expect(screen.queryByText('npm-all uses it')).toBeNull();
  expect(steps).toEqual(['closed', 'deleted']);
});

interface Row {
  key: string;
  size: number;
}
const columns: Column<Row>[] = [
  { id: 'key', title: 'Key', render: ({ key }) => key },
  { id: 'size', title: 'Size', render: ({ size }) => size },
  { id: 'extra', title: 'Extra', optional: true, render: () => 'extra' },
];

function Table({ onDelete }: { onDelete: (row: Row) => void }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <DataTable
      id="test"
      label="Things"
      columns={columns}
      rows={[
        { key: 'a', size: 1 },
        { key: 'b', size: 2 },
      ]}
      rowKey={({ key }) => key}
      href={({ key }) => `/things/${key}`}
      selected={selected}
      onSelect={setSelected}
      bulkActions={<Button>Delete</Button>}
      onDelete={onDelete}
      empty={<p>none</p>}
    />
  );
}

it('a table is walked, selected, emptied and entered by keyboard', async () => {
  const onDelete = vi.fn();
  const router = show(<Table onDelete={onDelete} />);
  const [, first, second] = screen.getAllByRole('row');
  act(() => first?.focus());
  await userEvent.keyboard('{ArrowDown}');
  expect(second).toHaveFocus();
  await userEvent.keyboard(' ');
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await userEvent.keyboard('{Delete}');
  expect(onDelete).toHaveBeenCalledWith({ key: 'b', size: 2 });
  await userEvent.keyboard('{Enter}');
  expect(router.state.location.pathname).toBe('/things/b');
});

it('the columns of a table are chosen and remembered', async () => {
  show(<Table onDelete={() => undefined} />);
  expect(screen.queryByRole('columnheader', { name: 'Extra' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(within(screen.getByRole('menu')).getByRole('menuitemradio', { name: 'Extra' }));
  expect(screen.getByRole('columnheader', { name: 'Extra' })).toBeInTheDocument();
  expect(JSON.parse(localStorage.getItem('packhouse.columns.test') ?? '[]')).toEqual(['key', 'size', 'extra']);
});

it('a tree is a treegrid that arrows open, close and walk', async () => {
  const onToggle = vi.fn();
  const onOpen = vi.fn();
  const rows: TreeRow<null>[] = [
    { id: 'r', level: 0, expandable: true, expanded: true, name: 'repo', data: null },
    { id: 'r/a', level: 1, expandable: true, expanded: false, name: 'alpha', data: null },
    { id: 'r/b', level: 1, expandable: false, expanded: false, name: 'beta', data: null },
  ];
  show(<VirtualTree label="Artifacts" rows={rows} render={({ name }) => name} onToggle={onToggle} onOpen={onOpen} />);
  const tree = screen.getByRole('treegrid', { name: 'Artifacts' });
  act(() => tree.focus());
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(onToggle).toHaveBeenLastCalledWith(rows[1], true);
  await userEvent.keyboard('b{Enter}');
  expect(onOpen).toHaveBeenLastCalledWith(rows[2]);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(onToggle).toHaveBeenLastCalledWith(rows[0], false);
});

it('UX-001 a tree tells of every line that comes in sight, also of a folder that ends above its neighbours', () => {
  const row = (id: string, level: number): TreeRow<null> => ({ id, level, expandable: level === 0, expanded: true, name: id, data: null });
  const onSight = vi.fn();
  const rows = [row('r', 0), row('r/a', 1), row('r?more', 1), row('s', 0)];
  show(<VirtualTree label="Artifacts" rows={rows} render={({ name }) => name} onToggle={() => undefined} onOpen={() => undefined} onSight={onSight} />);
  expect(onSight.mock.calls.map(([{ id }]) => id)).toContain('r?more');
});

it('UX-005 the keys of a tree turn around where text runs from right to left', async () => {
  const onToggle = vi.fn();
  const rows: TreeRow<null>[] = [{ id: 'r', level: 0, expandable: true, expanded: false, name: 'repo', data: null }];
  document.documentElement.dir = 'rtl';
  try {
    show(<VirtualTree label="Artifacts" rows={rows} render={({ name }) => name} onToggle={onToggle} onOpen={() => undefined} />);
    act(() => screen.getByRole('treegrid').focus());
    await userEvent.keyboard('{ArrowLeft}');
    expect(onToggle).toHaveBeenLastCalledWith(rows[0], true);
  } finally {
    document.documentElement.dir = '';
  }
});
