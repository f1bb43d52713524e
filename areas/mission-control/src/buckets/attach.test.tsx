import * as routes from '@packhouse/contract/mission-control/bucket-routes.ts';
import { type AskedOf, answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import area from '../area.ts';
import { testBucket, testOrder, testStatus } from './test-bucket.ts';

prepareConsole();

const base = '/admin/license_management/license_buckets';
const attach = `${base}/attach/${testBucket.id}`;
const report = `${base}/report/${testBucket.id}`;
const field = (name: string) => screen.findByRole('textbox', { name: new RegExp(`Licenses to attach to ${name}`) });

describe('attaching licenses', () => {
  it('LIC-003 LIC-007 LIC-012 LIC-013 LIC-014 says from which bucket, and to which deployments', async () => {
    server.use(answers(routes.readBucketStatus, testStatus));
    renderArea(area.routes, attach);
    expect(await screen.findByRole('heading', { name: 'Attach License' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Bucket Name: acme' })).toBeVisible();
    expect(screen.getByText('Only platform deployments with status Online or Partial are listed')).toBeVisible();
    expect(screen.getAllByRole('textbox', { name: /Licenses to attach to/ })).toHaveLength(2);
    expect(await field('Paris')).toHaveAccessibleDescription(/Partial.*has 2 licenses.*3 nodes run there/);
    expect(screen.queryByText(/Rome/)).toBeNull();
  });

  it('LIC-031 LIC-032 LIC-033 LIC-034 says of a number what is wrong with it, in this order', async () => {
    server.use(answers(routes.readBucketStatus, { ...testStatus, targets: testStatus.targets.slice(0, 1) }));
    renderArea(area.routes, attach);
    const wrong = [
      ['', 'This field is mandatory'],
      ['20.5', 'Value too high'],
      ['21', 'Value too high'],
      ['12.5', 'Decimal not allowed'],
      ['13', 'Licenses to be applied is more than the available number of licenses in the bucket'],
      ['0', 'Value too low'],
    ] as const;
    const input = await field('Berlin');
    for (const [value, message] of wrong) {
      await userEvent.clear(input);
      if (value !== '') await userEvent.type(input, value);
      await userEvent.click(screen.getByRole('button', { name: 'Attach License' }));
      await waitFor(() => expect(input).toHaveAccessibleDescription(expect.stringContaining(message)));
    }
  });

  it('holds all together against what is available, and one must say a number', async () => {
    server.use(answers(routes.readBucketStatus, testStatus));
    renderArea(area.routes, attach);
    const berlin = await field('Berlin');
    await userEvent.click(screen.getByRole('button', { name: 'Attach License' }));
    await waitFor(() => expect(berlin).toHaveAccessibleDescription(expect.stringContaining('This field is mandatory')));
    await userEvent.type(berlin, '7');
    await userEvent.type(await field('Paris'), '6');
    await userEvent.click(screen.getByRole('button', { name: 'Attach License' }));
    await waitFor(async () => expect(await field('Paris')).toHaveAccessibleDescription(/more than the available number/));
  });

  it('LIC-015 shows what came of it, a line for each deployment', async () => {
    const bodies: unknown[] = [];
    let status = { ...testStatus, orders: [] as routes.BucketOrder[] };
    server.use(
      answers(routes.readBucketStatus, () => status),
      answers(routes.attachLicenses, ({ body }: AskedOf) => {
        bodies.push(body);
        status = { ...testStatus, orders: [testOrder] };
        return { results: [testOrder] };
      }),
    );
    renderArea(area.routes, attach);
    await userEvent.type(await field('Paris'), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Attach License' }));
    expect(screen.getByRole('heading', { name: 'License Update' })).toBeVisible();
    const output = within(screen.getByRole('log', { name: 'License Update Output' }));
    expect(await output.findByText('2 licenses are attached to Paris')).toBeVisible();
    expect(bodies).toEqual([{ bucketIdentifier: testBucket.identifier, dto: [{ deployment: 'paris', licenses: 2 }] }]);
  });
});

describe('the report of a bucket', () => {
  it('LIC-004 LIC-005 LIC-007 LIC-016 tells what is known of it', async () => {
    server.use(answers(routes.readBucketStatus, testStatus));
    renderArea(area.routes, report);
    expect(await screen.findByRole('heading', { name: 'License Bucket' })).toBeVisible();
    const facts = within(await screen.findByRole('region', { name: 'Facts' }));
    const told = facts.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['Total Licenses', '20'],
        ['Bucket Identifier', testBucket.identifier],
        ['Maximum consumed licenses over time', '7'],
        ['Unknown Usage', '2'],
        ['Pipelines Nodes', '4'],
        ['Platform Deployments', '3'],
        ['Split Buckets', 'acme-branch'],
        ['Total Projects', '30'],
      ]),
    );
    expect(facts.getByText('Expiry Date')).toBeVisible();
    // Read out, and not written over the bars.
    expect(screen.getByText('2026-11-02: 4 used, 2 unknown')).toHaveClass('ph-hidden-text');
  });

  it('takes licenses back, and forgets only who cannot be reached', async () => {
    server.use(
      answers(routes.readBucketStatus, testStatus),
      answers(routes.releaseLicenses, { results: [{ ...testOrder, kind: 'release', message: 'taken back' }] }),
    );
    renderArea(area.routes, report);
    const row = await screen.findByRole('row', { name: /Paris/ });
    await userEvent.click(within(row).getByRole('button', { name: /^Actions/ }));
    expect(screen.queryByRole('menuitem', { name: 'Forget' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Take back' }));
    expect(await screen.findByText(/The deployment removes them first/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(within(screen.getByRole('row', { name: /Rome/ })).getByRole('button', { name: /^Actions/ }));
    expect(screen.getByRole('menuitem', { name: 'Forget' })).toBeVisible();
  });

  it('warns of licenses that somebody has without having them from here, who can then be asked', async () => {
    const strange = [{ name: 'Oslo', count: 2, since: '2026-11-01T10:00:00.000Z' }];
    server.use(answers(routes.readBucketStatus, { ...testStatus, holders: [], strange }), answers(routes.askHolders, { unreachable: [] }));
    renderArea(area.routes, report);
    expect(await screen.findByText(/Oslo reports 2 licenses of this bucket that were not attached to it from here/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ask now' }));
    expect(await screen.findByText('Every deployment answered')).toBeVisible();
  });

  it('asks who has licenses on demand, and says who could not be reached', async () => {
    server.use(answers(routes.readBucketStatus, testStatus), answers(routes.askHolders, { unreachable: ['Rome'] }));
    renderArea(area.routes, report);
    await userEvent.click(await screen.findByRole('button', { name: 'Ask now' }));
    expect(await screen.findByText('Rome could not be reached')).toBeVisible();
  });
});
