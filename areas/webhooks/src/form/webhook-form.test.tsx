import { listReleaseBundleTargets } from '@packhouse/contract/distribution/release-bundle-name-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import * as routes from '@packhouse/contract/events/hook-routes.ts';
import { hookWords } from '@packhouse/contract/events/hook-words.ts';
import { filterBuilds, findBuildNames } from '@packhouse/contract/repositories/build-routes.ts';
import { listProxies } from '@packhouse/contract/repositories/proxy-routes.ts';
import { listRepositoryInfo } from '@packhouse/contract/repositories/repository-info-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { enter, expectKept, fieldNamed, press } from '@packhouse/testkit/console/form-fields.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import area from '../area.ts';
import { testDomains, testHook } from '../test-hook.ts';

prepareConsole();

const list = '/admin/configuration/webhooks';
const url = 'https://builds.example.test/hook';
const buildHook = {
  ...testHook,
  event_filter: {
    domain: 'build' as const,
    event_types: ['uploaded'],
    criteria: { anyBuild: false, selectedBuilds: ['storefront'], includePatterns: ['shop-*'], excludePatterns: [] },
  },
};
const proxy = {
  key: 'office',
  host: 'proxy.example.test',
  port: 3128,
  tls: false,
  username: '',
  hasPassword: false,
  isDefault: false,
  noProxy: [],
  usedBy: [],
};
const repositories = {
  local: ['libs-local'],
  remote: ['npm-remote'],
  distribution: ['release-bundles', 'web-release-bundles'],
};
const listInfo = (repoType: keyof typeof repositories) =>
  repositories[repoType].map((repoKey) => ({ repoKey, repoType, isDefault: false, ...(repoType === 'distribution' ? {} : { format: 'npm' as const }) }));
let bodies: unknown[] = [];

beforeEach(() => {
  bodies = [];
  const note = ({ body }: { body: unknown }) => {
    bodies.push(body);
    return testHook;
  };
  server.use(
    answers(routes.listHookDomains, testDomains),
    answers(listProxies, { items: [proxy] }),
    answers(listRepositoryInfo, ({ query }) => listInfo(query.get('type') as keyof typeof repositories)),
    answers(filterBuilds, { builds: [], isMore: false }),
    answers(findBuildNames, { names: [], isMore: false }),
    answers(routes.readHook, testHook),
    answers(routes.createHook, note),
    answers(routes.updateHook, note),
  );
});

/** Opens a list and takes what it offers. */
async function pick(field: string, name: string): Promise<void> {
  await userEvent.click(fieldNamed(field));
  await userEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
}

async function openNew(): Promise<void> {
  renderArea(area.routes, `${list}/new`);
  await screen.findByRole('checkbox', { name: /^Deployed/ });
  await enter('Name', 'builds-hook');
  await enter('Deployed A file was uploaded', 'on');
  await enter('URL', url);
}

describe('a new webhook', () => {
  it('HOOK-002 HOOK-005 HOOK-006 is made of what stands in the form', async () => {
    await openNew();
    await enter('Any local repository', 'off');
    await enter('Any remote repository', 'on');
    await enter('Include patterns', 'shop/**');
    await enter('Proxy', 'office');
    await enter('Secret', 'a secret');
    await enter('Sign payload with the secret', 'on');
    await press('Add header');
    await enter('Name of header 1', 'X-Team');
    await enter('Value of header 1', 'storefront');
    await press('Create webhook');
    expect(await screen.findByText('builds-hook was created')).toBeVisible();
    expect(bodies).toEqual([
      {
        key: 'builds-hook',
        description: '',
        enabled: true,
        keep_order: false,
        parallel: 4,
        per_second: null,
        max_age_hours: 72,
        event_filter: {
          domain: 'artifact',
          event_types: ['deployed'],
          criteria: { anyLocal: false, anyRemote: true, anyFederated: false, repoKeys: [], includePatterns: ['shop/**'], excludePatterns: [] },
        },
        handlers: [
          {
            handler_type: 'webhook',
            url,
            proxy: 'office',
            secret: 'a secret',
            use_secret_for_signing: true,
            use_key_for_signing: false,
            custom_http_headers: [{ name: 'X-Team', value: 'storefront' }],
          },
        ],
      },
    ]);
  });

  it('HOOK-004 lays its fields out in columns of 24, 18, 12, 8 and 6 parts', async () => {
    await openNew();
    const column = screen.getByLabelText('URL').closest('.ant-col-xs-24')!;
    expect([...column.classList]).toEqual(expect.arrayContaining(['ant-col-sm-18', 'ant-col-md-12', 'ant-col-lg-8', 'ant-col-xl-6']));
    // Half of the gutter stands on either side.
    expect(column.closest('.ant-row')!.getAttribute('style')).toContain('12.5px');
  });

  it('HOOK-018 says that a header needs its name and its value', async () => {
    await openNew();
    await press('Add header');
    await enter('Name of header 1', 'X-Team');
    await press('Create webhook');
    expect((await screen.findAllByText('Header must contain name and value'))[0]).toBeVisible();
    expect(bodies).toEqual([]);
  });

  it('asks for the secret to sign with, and what it is told of', async () => {
    await openNew();
    await enter('Sign payload with the secret', 'on');
    await enter('Any local repository', 'off');
    await press('Create webhook');
    expect((await screen.findAllByText('Give the secret to sign with'))[0]).toBeVisible();
    expect((await screen.findAllByText('Choose what it is told of'))[0]).toBeVisible();
    expect(bodies).toEqual([]);
  });

  it('shows how a receiver verifies what is signed, in the language that is chosen', async () => {
    await openNew();
    expect(screen.queryByText('How the receiver verifies')).toBeNull();
    await enter('Sign payload with the secret', 'on');
    expect(await screen.findByText('Node.js: receiver.mjs')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'curl' }));
    expect(screen.getByText('curl: send.sh')).toBeVisible();
    expect(screen.getByText(new RegExp(`curl --fail-with-body .*'${url}'`))).toBeVisible();
  });

  it('shows how a receiver verifies with the public key, beside the other where both sign', async () => {
    await openNew();
    await enter('Sign payload with a key of its own', 'on');
    expect(await screen.findByText('Node.js: key-receiver.mjs')).toBeVisible();
    expect(screen.queryByText('Public key')).toBeNull();
    await enter('Sign payload with the secret', 'on');
    await userEvent.click(await screen.findByRole('radio', { name: 'With the public key: Go' }));
    expect(screen.getByText('Go: key-receiver.go')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'With the secret: Python' }));
    expect(screen.getByText('Python: receiver.py')).toBeVisible();
    await enter('Sign payload with the secret', 'off');
    await press('Create webhook');
    await expect.poll(() => bodies[0]).toMatchObject({ handlers: [{ use_key_for_signing: true, use_secret_for_signing: false }] });
  });

  it('HOOK-016 HOOK-019 says at the name that it is taken', async () => {
    server.use(refuses(routes.createHook, new AppError(hookWords.hook_exists)));
    await openNew();
    await press('Create webhook');
    expect((await screen.findAllByText('This name already exist'))[0]).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
  });

  it('sends a request of its own, which a preset begins', async () => {
    await openNew();
    await enter('Custom', 'on');
    await press('Use a preset');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'GitLab pipeline trigger' }));
    expect(screen.getByLabelText('Name of secret 1')).toHaveValue('token');
    expect(screen.getByLabelText('URL')).toHaveValue(url);
    await enter('Value of secret 1', 'glptt-1');
    await press('Create webhook');
    await expect
      .poll(() => bodies[0])
      .toMatchObject({
        handlers: [
          {
            handler_type: 'custom-webhook',
            method: 'POST',
            secrets: [{ name: 'token', value: 'glptt-1' }],
            payload: expect.stringContaining('.secrets.token') as string,
          },
        ],
      });
  });

  it("does not replace a body of one's own unasked", async () => {
    await openNew();
    await enter('Custom', 'on');
    await enter('Body', '{"mine":1}');
    await press('Use a preset');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Slack' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the body?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(fieldNamed('Body')).toHaveValue('{"mine":1}');
  });

  it('HOOK-039 only logs that the domains could not be listed', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(refuses(routes.listHookDomains, 'internal'));
    renderArea(area.routes, `${list}/new`);
    await expect.poll(() => log.mock.calls.flat().map(String).join(' ')).toContain('Something went wrong');
    expect(screen.queryByText(/Something went wrong/)).toBeNull();
    expect(screen.getByLabelText('URL')).toBeVisible();
  });
});

describe('a webhook that is there', () => {
  it('HOOK-003 stands in the form, and keeps its secret unless another is typed', async () => {
    renderArea(area.routes, `${list}/edit/builds-hook`);
    expect(await screen.findByLabelText('URL')).toHaveValue(url);
    expectKept('Secret', '');
    await press('Save changes');
    expect(await screen.findByText('builds-hook was saved')).toBeVisible();
    expect(bodies[0]).toMatchObject({ handlers: [{ secret: '********', use_secret_for_signing: true }] });
    await enter('Secret', 'another');
    await press('Save changes');
    await expect.poll(() => bodies[1]).toMatchObject({ handlers: [{ secret: 'another' }] });
  });

  it('shows the further handlers that an existing client gave it, and leaves them as they are', async () => {
    const further = { handler_type: 'custom-webhook' as const, url: 'https://chat.example.test/in', method: 'PUT' as const, secrets: [], http_headers: [] };
    server.use(answers(routes.readHook, { ...testHook, handlers: [...testHook.handlers, further] }));
    renderArea(area.routes, `${list}/edit/builds-hook`);
    expect(await screen.findByText('https://chat.example.test/in')).toBeVisible();
    await press('Save changes');
    await expect.poll(() => bodies[0]).toMatchObject({ handlers: [{ url }, further] });
  });

  it('HOOK-007 HOOK-012 asks before all builds take away what was chosen', async () => {
    server.use(answers(routes.readHook, buildHook));
    renderArea(area.routes, `${list}/edit/builds-hook`);
    const any = await screen.findByRole('radio', { name: 'Any build' });
    await userEvent.click(any);
    await userEvent.click(within(await screen.findByRole('dialog', { name: 'Remove what was chosen?' })).getByRole('button', { name: 'Cancel' }));
    expect(any).not.toBeChecked();
    expectKept('Include patterns', 'shop-*');
    await userEvent.click(any);
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove them' }));
    expect(screen.getByRole('radio', { name: 'Any build' })).toBeChecked();
    await press('Save changes');
    await expect
      .poll(() => bodies[0])
      .toMatchObject({ event_filter: { criteria: { anyBuild: true, selectedBuilds: [], includePatterns: [], excludePatterns: [] } } });
  });

  it('HOOK-033 offers the local and remote repositories that are there', async () => {
    renderArea(area.routes, `${list}/edit/builds-hook`);
    await screen.findByLabelText('URL');
    for (const key of ['npm-remote', 'libs-local']) await pick('Selected repositories', key);
    await press('Save changes');
    await expect.poll(() => bodies[0]).toMatchObject({ event_filter: { criteria: { repoKeys: ['npm-remote', 'libs-local'] } } });
  });

  it('HOOK-030 offers the builds that are there', async () => {
    server.use(answers(routes.readHook, buildHook), answers(findBuildNames, { names: ['storefront', 'warehouse'], isMore: false }));
    renderArea(area.routes, `${list}/edit/builds-hook`);
    await screen.findByLabelText('URL');
    await pick('Names of builds', 'warehouse');
    await press('Save changes');
    await expect.poll(() => bodies[0]).toMatchObject({ event_filter: { criteria: { selectedBuilds: ['storefront', 'warehouse'] } } });
  });

  it('HOOK-029 offers the release bundles that are there', async () => {
    const filter = {
      domain: 'release_bundle' as const,
      event_types: ['signed'],
      criteria: { anyReleaseBundle: false, registeredReleaseBundlesNames: ['pages'] },
    };
    let asked: unknown;
    server.use(
      answers(routes.readHook, { ...testHook, event_filter: filter }),
      answers(listReleaseBundleTargets, ({ body }) => {
        asked = body;
        return { bundles: ['pages', 'shop'], isMore: false };
      }),
    );
    renderArea(area.routes, `${list}/edit/builds-hook`);
    await screen.findByLabelText('URL');
    await pick('Names of release bundles', 'shop');
    expect(asked).toEqual({ repositories: ['release-bundles', 'web-release-bundles'] });
    await press('Save changes');
    await expect.poll(() => bodies[0]).toMatchObject({ event_filter: { criteria: { registeredReleaseBundlesNames: ['pages', 'shop'] } } });
  });

  it('offers the release bundles of every repository with it, where they are named so', async () => {
    const filter = {
      domain: 'release_bundle_v2' as const,
      event_types: ['release_bundle_v2_completed'],
      criteria: { anyReleaseBundle: false, selectedReleaseBundles: { 'release-bundles-v2': ['shop'] } },
    };
    server.use(
      answers(routes.readHook, { ...testHook, event_filter: filter }),
      answers(listReleaseBundleTargets, ({ body }) => {
        const {
          repositories: [key],
        } = body as { repositories: string[] };
        return { bundles: key === 'release-bundles' ? ['shop', 'till'] : ['pages'], isMore: false };
      }),
    );
    renderArea(area.routes, `${list}/edit/builds-hook`);
    await screen.findByLabelText('URL');
    for (const name of ['till', 'web-release-bundles/pages']) await pick('Names of release bundles', name);
    await press('Save changes');
    const chosen = { 'release-bundles-v2': ['shop', 'till'], 'web-release-bundles': ['pages'] };
    await expect.poll(() => bodies[0]).toMatchObject({ event_filter: { criteria: { selectedReleaseBundles: chosen } } });
  });

  it('HOOK-031 HOOK-038 tells which builds the patterns choose, and nothing where that cannot be found out', async () => {
    server.use(
      answers(routes.readHook, buildHook),
      answers(filterBuilds, ({ body }) => {
        bodies.push(body);
        return { builds: ['shop-cart', 'shop-pages'], isMore: false };
      }),
    );
    renderArea(area.routes, `${list}/edit/builds-hook`);
    expect(await screen.findByText('Fits now: shop-cart, shop-pages')).toBeVisible();
    expect(bodies).toEqual([{ includePatterns: ['shop-*'], excludePatterns: [] }]);
    server.use(refuses(filterBuilds, 'internal'));
    await enter('Exclude patterns', '**/old');
    await expect.poll(() => screen.queryByText(/^Fits now/)).toBeNull();
    expect(screen.queryByText(/Something went wrong/)).toBeNull();
  });

  it('says so when there is none of this name', async () => {
    server.use(refuses(routes.readHook, 'not_found'));
    renderArea(area.routes, `${list}/edit/gone`);
    expect(await screen.findByText('There is no webhook gone')).toBeVisible();
  });
});

describe('trying a webhook', () => {
  it('HOOK-027 HOOK-035 sends a dummy hook with what stands in the form', async () => {
    server.use(
      answers(routes.testHook, ({ body }) => {
        bodies.push(body);
        return { result: 'success' as const, message: 'A dummy hook was executed and sent to the configured URL', status: 202, excerpt: 'queued' };
      }),
    );
    await openNew();
    await press('Test webhook');
    expect(await screen.findByText('A dummy hook was executed and sent to the configured URL')).toBeVisible();
    expect(screen.getByText('The receiver answered 202')).toBeVisible();
    expect(screen.getByText('queued')).toBeVisible();
    expect(bodies).toMatchObject([{ key: 'builds-hook', handlers: [{ url }] }]);
  });

  it('HOOK-036 HOOK-037 tells what the receiver has against it apart from a test that failed itself', async () => {
    server.use(answers(routes.testHook, { result: 'failure', message: 'Sending a dummy Webhook failed', status: 500, excerpt: '' }));
    await openNew();
    await press('Test webhook');
    expect(await screen.findByText('Sending a dummy Webhook failed')).toBeVisible();
    server.use(refuses(routes.testHook, 'internal'));
    await press('Test webhook');
    expect(await screen.findByText('Request failed, unable to test Webhook.')).toBeVisible();
    server.use(refuses(routes.testHook, new AppError(hookWords.receiver_unreachable, { why: 'ECONNREFUSED' })));
    await press('Test webhook');
    expect(await screen.findByText('The message did not get through: ECONNREFUSED')).toBeVisible();
    expect(screen.queryByText('Request failed, unable to test Webhook.')).toBeNull();
  });

  it('shows which events of the last day would have been sent, until the form is about others', async () => {
    server.use(
      answers(routes.previewHook, ({ body }) => {
        bodies.push(body);
        return {
          count: 1,
          isMore: false,
          body: '{"event_type":"deployed"}',
          items: [{ eventType: 'deployed', subject: 'libs-local/a.jar', at: new Date().toISOString(), data: {} }],
        };
      }),
    );
    await openNew();
    await press('Show events');
    expect(await screen.findByText('1 event since yesterday')).toBeVisible();
    expect(screen.getByText('libs-local/a.jar')).toBeVisible();
    expect(screen.getByText(/"event_type": "deployed"/)).toBeVisible();
    expect(bodies).toMatchObject([{ key: 'builds-hook', event_filter: { domain: 'artifact', event_types: ['deployed'] } }]);
    await enter('Deleted A file was deleted', 'on');
    expect(screen.queryByText('libs-local/a.jar')).toBeNull();
  });

  it('says how far it looked where there are more events than it looks at', async () => {
    server.use(answers(routes.previewHook, { count: 0, isMore: true, items: [] }));
    await openNew();
    await press('Show events');
    expect(await screen.findByText('0 events since yesterday among the last 20,000; older ones were not looked at')).toBeVisible();
  });

  it('tells at the field that a name is too long', async () => {
    await openNew();
    await enter('Name', 'n'.repeat(201));
    await press('Create webhook');
    expect(await within(fieldNamed('Name').closest<HTMLElement>('.ant-form-item')!).findByText('A name has at most 200 characters')).toBeInTheDocument();
  });
});
