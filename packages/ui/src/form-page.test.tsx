import { useConsoleTests } from '@packhouse/testkit/console/render-area.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { Form, FormPage, Input, rulesFor } from './form.ts';

useConsoleTests();

const Thing = z.object({ name: z.string().min(1, 'Enter a name'), size: z.string().max(3, 'Use at most 3 characters') });
const refusal = (more: object) => Object.assign(new Error('It was refused'), { fields: [], ...more });

function open(onSubmit: () => Promise<unknown>) {
  const page = (
    <FormPage title="New thing" initialValues={{ name: '', size: '' }} onSubmit={onSubmit} submitLabel="Create thing" cancelTo="/">
      <Form.Item name="name" label="Name" rules={rulesFor(Thing, 'name')}>
        <Input />
      </Form.Item>
      <Form.Item name="size" label="Size" rules={rulesFor(Thing, 'size')}>
        <Input />
      </Form.Item>
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
