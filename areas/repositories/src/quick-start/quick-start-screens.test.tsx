import { userIdentifyToken, userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type ArtifactGeneral, artifactGeneral } from '@packhouse/contract/repositories/artifact-routes.ts';
import * as onboarding from '@packhouse/contract/repositories/onboarding-routes.ts';
import { getSetMeUp } from '@packhouse/contract/repositories/package-routes.ts';
import { repositoryWords } from '@packhouse/contract/repositories/repository-words.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { quickStartScreens } from './quick-start-screens.ts';

prepareConsole();

const makeKeys = (type: string, prefix: string) => {
  const name = `${prefix === '' ? '' : `${prefix}-`}${type.toLowerCase()}`;
  return { localRepoKeys: [`${name}-local`], remoteRepoKeys: [`${name}-remote`], virtualRepoKeys: [name] };
};
const file: z.output<typeof ArtifactGeneral> = {
  repoKey: 'docker-local',
  path: 'x',
  name: 'x',
  type: 'file',
  kind: 'artifact',
  class: 'local',
  format: 'docker',
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: 'admin',
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: 'admin',
  url: 'https://packages.example.test/x',
};

let made: unknown[] = [];
beforeEach(() => {
  made = [];
  server.use(
    answers(onboarding.reposStates, {
      repoStates: onboarding.onboardingTypes.map((repoType) => ({ repoType, supported: repoType !== 'Swift', exists: false })),
      onlyDefaultRepositories: true,
    }),
    answers(onboarding.getReposModel, ({ query }) => ({
      repoLayouts: onboarding.onboardingTypes.map((repoType) => ({
        repoType,
        layout: 'simple-default',
        ...makeKeys(repoType, query.get('repoPrefix') ?? ''),
        upstreamUrl: 'https://upstream.example.test',
        upstreamFrom: 'client' as const,
      })),
    })),
    answers(onboarding.validateBatch, { errors: [{ repoKey: 'docker-local', message: 'A repository with the key docker-local already exists' }] }),
    answers(onboarding.createQuickRepos, ({ body }) => {
      made.push(body);
      const { repoTypes, repoPrefix } = body as { repoTypes: string[]; repoPrefix: string };
      const keys = makeKeys(repoTypes[0] ?? '', repoPrefix);
      return {
        createdReposByTypes: { localRepos: keys.localRepoKeys, remoteRepos: keys.remoteRepoKeys, virtualRepos: keys.virtualRepoKeys },
        withoutUpstream: [],
      };
    }),
    answers(getSetMeUp, { baseUrl: 'https://packages.example.test:8443' }),
    answers(userProfile, { name: 'admin', email: '', realm: 'internal', groups: [], profileUpdatable: true, password: 'here', apiKey: null }),
    answers(userIdentifyToken, {
      token_id: 't1',
      access_token: 'long-token',
      expires_in: 0,
      scope: 'all',
      token_type: 'Bearer',
      reference_token: 'reference-token',
    }),
    refuses(artifactGeneral, 'artifact_not_found'),
  );
});

async function choose(type: string) {
  const router = renderArea(quickStartScreens, '/quick-setup');
  await userEvent.click(await screen.findByRole('button', { name: type }));
  return router;
}

async function startWizard() {
  const router = await choose('Docker');
  await userEvent.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('Set Up Your Docker Client');
  return router;
}

describe('package-type selection', () => {
  it('ONB-001 ONB-022 shows its page, which loads states, layouts, domain name and profile', async () => {
    const asked: string[] = [];
    const note = ({ request }: { request: Request }) => asked.push(new URL(request.url).pathname);
    server.events.on('request:start', note);
    renderArea(quickStartScreens, '/quick-setup');
    expect(await screen.findByText('Loading')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Docker' })).toBeVisible();
    const loads = [onboarding.reposStates, onboarding.getReposModel, getSetMeUp, userProfile].map(({ url }) => url);
    expect(asked.slice(0, loads.length)).toEqual(loads);
    server.events.removeListener('request:start', note);
  });

  it('ONB-008 ONB-009 ONB-010 welcomes, asks for a type and says what will be created', async () => {
    renderArea(quickStartScreens, '/quick-setup');
    expect(await screen.findByRole('heading', { name: 'Welcome to Packhouse' })).toBeVisible();
    expect(screen.getByText('Select a package type')).toBeVisible();
    expect(screen.getByText(/We create the repositories it needs/)).toBeVisible();
  });

  it('ONB-012 ONB-013 enables Create while a type is chosen', async () => {
    await choose('Npm');
    expect(screen.getByRole('button', { name: 'Create' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Npm' }));
    expect(screen.getByRole('button', { name: 'Create' })).toBeDisabled();
  });

  it('ONB-011 ONB-014 filters the types, and says when none fits', async () => {
    renderArea(quickStartScreens, '/quick-setup');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search package types' }), 'NPM');
    expect(screen.getByRole('button', { name: 'Npm' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Docker' })).toBeNull();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search package types' }), 'zz');
    expect(screen.getByText("Sorry, we couldn't find any matching package types")).toBeVisible();
    expect(screen.getByText('Please try to change your search')).toBeVisible();
  });

  it('does not offer what the platform cannot make', async () => {
    renderArea(quickStartScreens, '/quick-setup');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Swift/ })).toBeDisabled());
  });

  it('says what it costs to name no upstream', async () => {
    await choose('Npm');
    const upstream = screen.getByRole('textbox', { name: 'Upstream address' });
    expect(screen.queryByText(/^No upstream of Npm is known here/)).toBeNull();
    expect(screen.getByText(/This one is what Npm asks on the server/)).toBeVisible();
    await userEvent.clear(upstream);
    expect(await screen.findByText(/^No upstream of Npm is known here/)).toBeVisible();
    expect(screen.queryByText('npm-remote')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(made).toEqual([{ repoTypes: ['Npm'], repoPrefix: '', upstreams: { Npm: null } }]));
  });

  it('ONB-058 says where to find the address of an upstream of a type of which none is known', async () => {
    const layout = { layout: 'simple-default', upstreamFrom: 'usual' as const };
    server.use(
      answers(onboarding.getReposModel, {
        repoLayouts: onboarding.onboardingTypes.map((repoType) => ({
          repoType,
          ...makeKeys(repoType, ''),
          ...(repoType === 'Npm' ? { ...layout, upstreamUrl: 'https://usual.example.test' } : { layout: 'simple-default' }),
        })),
      }),
    );
    await choose('Npm');
    expect(await screen.findByText(/This one is what Npm asks unless it is told otherwise/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Where to find its address' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Npm' }));
    await userEvent.click(screen.getByRole('button', { name: 'Docker' }));
    expect(await screen.findByRole('link', { name: 'Where to find its address' })).toHaveAttribute('href', '/documentation');
  });

  it('ONB-057 shows the keys to come and which of them exist', async () => {
    await choose('Docker');
    expect(await screen.findByText('exists already and is used')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'Prefix of their keys' }), 'team');
    expect(await screen.findByText('team-docker-remote')).toBeVisible();
  });

  it('ONB-024 ONB-025 creates repositories and goes on to Set Me Up for types without steps', async () => {
    const router = await choose('Npm');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/set-me-up/npm'));
    expect(made).toEqual([{ repoTypes: ['Npm'], repoPrefix: '', upstreams: { Npm: { url: 'https://upstream.example.test' } } }]);
  });

  it('ONB-033 shows what the server says when nothing can be created', async () => {
    server.use(refuses(onboarding.createQuickRepos, new AppError(repositoryWords.repository_exists_as, { key: 'npm', class: 'local', format: 'maven' })));
    await choose('Npm');
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('npm already exists as a local maven repository')).toBeVisible();
  });

  it('ONB-034 only logs that the states of the repositories cannot be read', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.use(refuses(onboarding.reposStates, 'internal'));
    renderArea(quickStartScreens, '/quick-setup');
    expect(await screen.findByRole('button', { name: 'Docker' })).toBeEnabled();
    await waitFor(() => expect(warn).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
    warn.mockRestore();
  });
});

describe('the container wizard', () => {
  afterEach(() => vi.useRealTimers());

  it('ONB-035 ONB-036 ONB-037 starts with Login, its command and the token', async () => {
    await startWizard();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['1Login', '2Pull', '3Push']);
    expect(screen.getByText("Let's walk through the steps to push and pull your images")).toBeVisible();
    expect(screen.getByText('docker login -u admin packages.example.test:8443')).toBeVisible();
    expect(screen.getByText('When prompted for a password, use this')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Identity Token' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Next' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  });

  it('ONB-030 ONB-028 ONB-031 ONB-032 copies the reference token', async () => {
    const user = userEvent.setup();
    vi.stubGlobal('isSecureContext', true);
    await startWizard();
    await user.click(screen.getByRole('button', { name: 'Identity Token' }));
    expect(await screen.findByText('Copied to clipboard')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('reference-token');
    expect(screen.getByText('The identity token was generated')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Identity Token' })).toBeVisible();
    vi.unstubAllGlobals();
  });

  it('ONB-029 says when no token could be generated', async () => {
    server.use(refuses(userIdentifyToken, 'internal'));
    await startWizard();
    await userEvent.click(screen.getByRole('button', { name: 'Identity Token' }));
    expect(await screen.findByText('Failed to generate Identity token')).toBeVisible();
  });

  it('ONB-038 ONB-039 ONB-044 ONB-046 ONB-047 waits for the pulled image, asking again after it was not found', async () => {
    await startWizard();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('heading', { name: 'Pull Your First Image' })).toBeVisible();
    expect(screen.getByText('Pull an image using Artifactory as a proxy to Docker Hub')).toBeVisible();
    expect(screen.getByText('docker pull packages.example.test:8443/docker/hello-world:latest')).toBeVisible();
    const next = screen.getByRole('button', { name: 'Next' });
    expect(next).toHaveAttribute('aria-disabled', 'true');
    act(() => next.focus());
    expect(await screen.findByText('To continue please copy to clipboard and run the command in your Docker client to authenticate')).toBeVisible();
    const asked: unknown[] = [];
    server.use(
      answers(artifactGeneral, ({ body }) => {
        asked.push(body);
        return file;
      }),
    );
    expect(await screen.findByText('Image pulled successfully')).toBeVisible();
    expect(asked).toEqual([{ repoKey: 'docker-remote-cache', path: 'library/hello-world/latest/list.manifest.json', type: 'file' }]);
    expect(screen.queryByText(/docker pull/)).toBeNull();
    expect(screen.getByRole('button', { name: 'Next' })).not.toHaveAttribute('aria-disabled');
  });

  it('ONB-038 says that nothing can be pulled without an upstream, and pulls through the one that is named then', async () => {
    server.use(
      answers(onboarding.createQuickRepos, ({ body }) => {
        made.push(body);
        const keys = makeKeys('Docker', '');
        const isNamed = (body as { upstreams: { Docker: object | null } }).upstreams.Docker !== null;
        const remoteRepos = isNamed ? keys.remoteRepoKeys : [];
        const createdReposByTypes = { localRepos: keys.localRepoKeys, remoteRepos, virtualRepos: keys.virtualRepoKeys };
        return { createdReposByTypes, withoutUpstream: isNamed ? [] : ['Docker' as const] };
      }),
    );
    await choose('Docker');
    await userEvent.clear(screen.getByRole('textbox', { name: 'Upstream address' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('No remote repository of Docker was created, since no upstream was named')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/^No remote repository was created, so there is nothing to pull through/)).toBeVisible();
    expect(screen.queryByText(/docker pull/)).toBeNull();
    // Nobody is held up who wants none.
    expect(screen.getByRole('button', { name: 'Next' })).not.toHaveAttribute('aria-disabled');
    const upstream = screen.getByRole('textbox', { name: 'Upstream address' });
    expect(upstream).toHaveValue('https://upstream.example.test');
    await userEvent.clear(upstream);
    expect(screen.getByRole('button', { name: 'Create remote repository' })).toBeDisabled();
    await userEvent.type(upstream, 'https://images.example.test');
    await userEvent.click(screen.getByRole('button', { name: 'Create remote repository' }));
    expect(await screen.findByText('docker pull packages.example.test:8443/docker/hello-world:latest')).toBeVisible();
    expect(made.map((one) => (one as { upstreams: unknown }).upstreams)).toEqual([{ Docker: null }, { Docker: { url: 'https://images.example.test' } }]);
    server.use(answers(artifactGeneral, file));
    expect(await screen.findByText('Image pulled successfully')).toBeVisible();
  });

  it('ONB-041 ONB-042 ONB-045 waits for the pushed image and ends on its page', async () => {
    server.use(answers(artifactGeneral, file));
    const router = await startWizard();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText('Image pulled successfully');
    server.use(refuses(artifactGeneral, 'artifact_not_found'));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('heading', { name: 'Retag and Push Your Image' })).toBeVisible();
    expect(screen.getByText('docker push packages.example.test:8443/docker/hello-world:1.0.0')).toBeVisible();
    server.use(answers(artifactGeneral, file));
    expect(await screen.findByText('Image pushed successfully')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/packages/docker%3A%2F%2Fhello-world/1.0.0'));
  });

  it('ONB-048 ends the asking quietly when it fails otherwise', async () => {
    await startWizard();
    server.use(refuses(artifactGeneral, 'forbidden'));
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText(/docker pull/);
    await new Promise((done) => setTimeout(done, 200));
    let asked = 0;
    const count = answers(artifactGeneral, () => {
      asked += 1;
      return file;
    });
    server.use(count);
    await new Promise((done) => setTimeout(done, 3500));
    expect(asked).toBe(0);
    expect(screen.getByText(/docker pull/)).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('ONB-052 asks no more once the step is left', async () => {
    await startWizard();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByText(/docker pull/);
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    let asked = 0;
    const count = answers(artifactGeneral, () => {
      asked += 1;
      return file;
    });
    server.use(count);
    expect(await screen.findByText(/docker login/)).toBeVisible();
    await new Promise((done) => setTimeout(done, 3500));
    expect(asked).toBe(0);
  });
});
