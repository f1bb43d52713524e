import * as routes from '@packhouse/contract/mission-control/bucket-routes.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import area from '../area.ts';
import { testBucket, testSplit } from './test-bucket.ts';

prepareConsole();

const list = '/admin/license_management/license_buckets';
const show = (...buckets: routes.Bucket[]) => {
  server.use(answers(routes.listBuckets, buckets));
  return renderArea(area.routes, list);
};
const open = async (bucket: RegExp, action: string) => {
  const row = await screen.findByRole('row', { name: bucket });
  await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: action === 'Delete' ? /^Delete/ : action }));
};

describe('the list of license buckets', () => {
  it('LIC-001 LIC-007 LIC-008 has a column for each fact', async () => {
    show(testBucket, testSplit);
    expect(await screen.findByRole('heading', { name: 'License Buckets' })).toBeVisible();
    await screen.findByRole('row', { name: /Acme Ltd.*12/ });
    const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(titles.filter(Boolean)).toEqual(
      expect.arrayContaining([
        'Bucket Name',
        'Bucket ID',
        'License Type',
        'Issue Date',
        'Expiry Date',
        'Used / Bucket Size',
        'Customer Name',
        'Total Projects',
        '# Licenses to Attach',
        '# Licenses',
      ]),
    );
    const row = screen.getByRole('row', { name: /Acme Ltd.*12/ });
    for (const text of ['acme', testBucket.identifier, 'Enterprise', 'Acme Ltd', '30', '12', '15']) expect(within(row).getByText(text)).toBeVisible();
    expect(within(row).getByRole('progressbar', { name: '3 of 20 used' })).toBeVisible();
    expect(screen.getByText('Split from acme')).toBeVisible();
  });

  it('LIC-010 offers what can be done with a bucket', async () => {
    show(testSplit);
    const row = await screen.findByRole('row', { name: /acme-branch/ });
    await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }));
    const actions = screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
    for (const action of ['Attach License', 'Bucket Report', 'Split', 'Download Bucket', 'Split Bucket Key', 'Copy Key', 'Delete'])
      expect(actions.some((one) => one.startsWith(action))).toBe(true);
  });

  it('LIC-043 says when the buckets cannot be fetched', async () => {
    server.use(refuses(routes.listBuckets, 'internal'));
    renderArea(area.routes, list);
    expect(await screen.findByText('Unable to fetch License Buckets')).toBeVisible();
  });

  it('LIC-044 LIC-045 asks before a parent goes, and says that it is gone', async () => {
    server.use(answers(routes.deleteBucket, { kept: [{ deployment: 'Rome', licenses: 2, why: { message: 'it takes no licenses' } }] }));
    show(testBucket);
    await open(/acme/, 'Delete');
    expect(await screen.findByText('By deleting bucket acme, all licenses and split buckets will be deleted from Mission Control')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Successfully removed bucket')).toBeVisible();
    expect(await screen.findByText('Rome keeps 2 licenses: it takes no licenses')).toBeVisible();
  });

  it('LIC-046 says where the licenses of a split bucket go', async () => {
    show({ ...testSplit, downloadedAt: '2026-11-01T00:00:00.000Z' });
    await open(/acme-branch/, 'Delete');
    expect(await screen.findByText('By deleting bucket acme-branch, all licenses will be re-added to acme from Mission Control')).toBeVisible();
    expect(screen.getByText(/can still hand out these licenses/)).toBeVisible();
  });

  it('LIC-011 shows the key of a split bucket only when it is asked for, to be copied', async () => {
    const asked: string[] = [];
    server.use(
      answers(routes.readBucketKey, ({ params }: AskedOf) => {
        asked.push(params.id ?? '');
        return { key: 'k'.repeat(43) };
      }),
    );
    show(testSplit);
    await screen.findByRole('row', { name: /acme-branch/ });
    expect(asked).toEqual([]);
    await open(/acme-branch/, 'Split Bucket Key');
    const dialog = within(await screen.findByRole('dialog', { name: 'Bucket Key' }));
    await userEvent.click(await dialog.findByRole('button', { name: 'Copy Key' }));
    expect(asked).toEqual([testSplit.id]);
  });

  it('splits in one sentence, and shows the key of the split bucket', async () => {
    const bodies: unknown[] = [];
    server.use(
      answers(routes.splitBucket, ({ body }: AskedOf) => {
        bodies.push(body);
        return { bucket: testSplit, key: 'k'.repeat(43) };
      }),
    );
    show(testBucket);
    await open(/acme/, 'Split');
    const dialog = within(await screen.findByRole('dialog', { name: 'Split acme' }));
    expect(dialog.getByText('of 12 licenses into the bucket')).toBeVisible();
    await userEvent.type(dialog.getByRole('textbox', { name: /Number of licenses/ }), '5');
    await userEvent.type(dialog.getByRole('textbox', { name: /Bucket Name/ }), 'acme-branch');
    await userEvent.click(dialog.getByRole('button', { name: 'Split bucket' }));
    expect(await screen.findByRole('dialog', { name: 'Bucket Key' })).toBeVisible();
    expect(bodies).toEqual([{ name: 'acme-branch', licenses: 5 }]);
  });

  it('warns thirty days before a bucket ends', async () => {
    show({ ...testBucket, expiryDate: new Date(Date.now() + 6.5 * 86_400_000).toISOString() });
    expect(await screen.findByText('acme expires in 7 days')).toBeVisible();
  });
});

describe('a new license bucket', () => {
  const panel = async () => {
    server.use(answers(routes.listBuckets, []));
    renderArea(area.routes, list);
    const [button] = await screen.findAllByRole('link', { name: 'Add New Bucket' });
    await userEvent.click(button!);
    return within(await screen.findByRole('dialog', { name: 'New Bucket' }));
  };
  const choose = (form: Awaited<ReturnType<typeof panel>>, name: string, size?: number) => {
    const file = new File(['{"format":"x"}'], name);
    if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
    return userEvent.upload(form.getByLabelText(/^File$/), file, { applyAccept: false });
  };

  it('LIC-002 LIC-009 LIC-044 is added from its file', async () => {
    const bodies: unknown[] = [];
    server.use(
      answers(routes.addBucket, ({ body }: AskedOf) => {
        bodies.push(body);
        return testBucket;
      }),
    );
    const form = await panel();
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'acme');
    await choose(form, 'bucket.json');
    await userEvent.type(form.getByLabelText(/^Key/), 'k'.repeat(43));
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Successfully added bucket')).toBeVisible();
    expect(bodies).toEqual([{ source: 'file', name: 'acme', fileName: 'bucket.json', file: '{"format":"x"}', key: 'k'.repeat(43) }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('LIC-019 LIC-026 LIC-028 LIC-029 says what is wrong with its file', async () => {
    const form = await panel();
    for (const label of [/^Name/, /^File Upload/, /^Signed URL/, /^File$/, /^Key/]) expect(form.getByLabelText(label)).toBeInTheDocument();
    await userEvent.click(form.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(form.getByLabelText(/^File$/)).toHaveAccessibleDescription(/This field is mandatory/));
    const wrong: [string, number | undefined, string][] = [
      ['bucket.txt', undefined, 'File should have an extension of .json'],
      ['bucket.json', 13 * 1024 * 1024, 'File size should be less than 13 MB'],
    ];
    for (const [name, size, message] of wrong) {
      await choose(form, name, size);
      await waitFor(() => expect(form.getByLabelText(/^File$/)).toHaveAccessibleDescription(expect.stringContaining(message)));
    }
    await choose(form, 'bucket.json', 13 * 1024 * 1024 - 1);
    await waitFor(() => expect(form.getByLabelText(/^File$/)).not.toHaveAccessibleDescription(expect.stringContaining('File size')));
  });
});
