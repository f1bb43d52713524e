import { prepareConsole } from '@packhouse/testkit/console/render-area.tsx';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Form, FormDrawer, FormGroup, FormPage, Input, NumberInput, rulesFor, Select } from './form.ts';

prepareConsole();

const Thing = z.object({ name: z.string().min(1, 'Enter a name'), size: z.string().max(3, 'Use at most 3 characters') });
const refusal = (more: object) => Object.assign(new Error('It was refused'), { fields: [], ...more });

function open(onSubmit: () => Promise<unknown>, more?: ReactNode, refused?: string) {
  const page = (
    <FormPage title="New thing" initialValues={{ name: '', size: '' }} onSubmit={onSubmit} submitLabel="Create thing" cancelTo="/" refusal={refused}>
      <Form.Item name="name" label="Name" rules={rulesFor(Thing, 'name')}>
        <Input />
      </Form.Item>
      <Form.Item name="size" label="Size" rules={rulesFor(Thing, 'size')}>
        <Input />
      </Form.Item>
      {more}
    </FormPage>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/new'] })} />);
}
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create thing' }));
const type = (label: RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);

it('gives the focus to the first field that is wrong, sends nothing and keeps what was typed', async () => {
  const onSubmit = vi.fn(async () => undefined);
  open(onSubmit);
  await type(/^Size/, 'huge');
  await create();
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveFocus());
  expect(screen.getAllByText('Enter a name').length).toBeGreaterThan(1);
  expect(screen.getByLabelText(/^Size/)).toHaveValue('huge');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('says beside its field what the server refuses, and goes there', async () => {
  open(() => Promise.reject(refusal({ code: 'invalid_input', fields: [{ path: 'size', message: 'Too small' }] })));
  await type(/^Name/, 'box');
  await create();
  await waitFor(() => expect(screen.getByLabelText(/^Size/)).toHaveFocus());
  expect(screen.getAllByText('Too small').length).toBeGreaterThan(1);
  expect(screen.getByLabelText(/^Name/)).toHaveValue('box');
});

it('says beside the name that the thing exists already', async () => {
  open(() => Promise.reject(refusal({ code: 'user_exists' })));
  await type(/^Name/, 'box');
  await create();
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toHaveFocus());
  expect(screen.getByLabelText(/^Name/)).toHaveAttribute('aria-invalid', 'true');
});

it('tells a refusal of the whole above the form', async () => {
  open(() => Promise.reject(refusal({ code: 'forbidden' })));
  await type(/^Name/, 'box');
  await create();
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  expect(screen.getByRole('alert')).toHaveTextContent('It was refused');
});

it('is sent by Enter in a field of one line, once', async () => {
  const onSubmit = vi.fn(async () => undefined);
  open(onSubmit);
  await type(/^Name/, 'box{Enter}');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'box', size: '' }));
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it('is not sent by Enter in a text of many lines, in a search, in suggestions or in a list of choices', async () => {
  const onSubmit = vi.fn(async () => undefined);
  const fields = (
    <>
      <Form.Item name="text" label="Text">
        <Input.TextArea />
      </Form.Item>
      <Form.Item name="kind" label="Kind">
        <Select options={[{ value: 'big', label: 'Big' }]} />
      </Form.Item>
      <input type="search" aria-label="Find" />
      <input aria-label="Suggested" role="combobox" aria-expanded aria-controls="suggestions" />
    </>
  );
  open(onSubmit, fields);
  await type(/^Name/, 'box');
  for (const label of [/^Text/, /^Find/, /^Suggested/, /^Kind/]) await type(label, '{Enter}');
  await create();
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledWith(expect.objectContaining({ name: 'box', text: '\n' }));
});

it('is not sent by Enter while it is refused', async () => {
  const onSubmit = vi.fn(async () => undefined);
  open(onSubmit, undefined, 'Only administrators may');
  await type(/^Name/, 'box{Enter}');
  expect(onSubmit).not.toHaveBeenCalled();
});

it('opens the closed group that the field at fault is in', async () => {
  const group = (
    <FormGroup title="More" advanced>
      <Form.Item name="deep" label="Deep">
        <Input />
      </Form.Item>
    </FormGroup>
  );
  open(() => Promise.reject(refusal({ code: 'invalid_input', fields: [{ path: 'deep.0', message: 'Not deep enough' }] })), group);
  await type(/^Name/, 'box');
  await create();
  await waitFor(() => expect(screen.getByLabelText(/^Deep/)).toHaveFocus());
  expect(screen.getByText('More').closest('details')).toHaveAttribute('open');
  expect(screen.getByLabelText(/^Deep/)).toHaveAccessibleDescription('Not deep enough');
});

it('keeps what is typed where a number belongs, and tells of it', async () => {
  const onSubmit = vi.fn(async () => undefined);
  const count = (
    <Form.Item name="count" label="Count" rules={rulesFor(z.object({ count: z.int().max(9) }), 'count')}>
      <NumberInput />
    </Form.Item>
  );
  open(onSubmit, count);
  await type(/^Name/, 'box');
  await type(/^Count/, 'many');
  await create();
  await waitFor(() => expect(screen.getByLabelText(/^Count/)).toHaveAttribute('aria-invalid', 'true'));
  expect(screen.getByLabelText(/^Count/)).toHaveValue('many');
  await userEvent.clear(screen.getByLabelText(/^Count/));
  await type(/^Count/, '7');
  await create();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'box', size: '', count: 7 }));
});

it('asks before a drawer with changes is left by the address', async () => {
  const drawer = (
    <FormDrawer title="Thing" onClose={() => undefined} initialValues={{ name: '' }} onSubmit={async () => undefined} submitLabel="Save thing">
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
    </FormDrawer>
  );
  const router = createMemoryRouter([{ path: '*', element: drawer }], { initialEntries: ['/list', '/list?edit=1'] });
  render(<RouterProvider router={router} />);
  await type(/^Name/, 'box');
  await router.navigate(-1);
  await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(screen.getByLabelText(/^Name/)).toHaveValue('box');
  expect(router.state.location.search).toBe('?edit=1');
  await router.navigate(-1);
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

it('asks before something is lost, and sends nothing until that is agreed to', async () => {
  const onSubmit = vi.fn(async () => undefined);
  const question = ({ name }: { name: string }) => (name === 'box' ? { title: 'Lose it?', text: 'It is gone then.', action: 'Lose it' } : undefined);
  const page = (
    <FormPage<{ name: string }> title="Thing" initialValues={{ name: '' }} question={question} onSubmit={onSubmit} submitLabel="Create thing" cancelTo="/">
      <Form.Item name="name" label="Name">
        <Input />
      </Form.Item>
    </FormPage>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: ['/new'] })} />);
  await type(/^Name/, 'box');
  await create();
  const asked = await screen.findByRole('dialog', { name: 'Lose it?' });
  expect(asked).toHaveTextContent('It is gone then.');
  await userEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByLabelText(/^Name/)).toHaveValue('box');
  await create();
  await userEvent.click(await screen.findByRole('button', { name: 'Lose it' }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ name: 'box' }));
  await type(/^Name/, 'es');
  await create();
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  expect(screen.queryByRole('dialog')).toBeNull();
});
