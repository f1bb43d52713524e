import * as routes from '@packhouse/contract/access/access-oidc-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { AppError } from '@packhouse/contract/errors.ts';
import { type AskedOf, answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { exchangeScreens } from './token-exchange-screens.ts';

prepareConsole();

const list = '/admin/security/oidc';
const issuer: routes.OidcIntegration = {
  name: 'pipelines',
  description: '',
  issuer_url: 'https://ci.example.org',
  provider_type: 'GitHub',
  audience: 'packhouse',
  organization: 'org',
  token_issuer: '',
};
const rule: routes.OidcMapping = {
  name: 'main',
  description: '',
  priority: 10,
  claims: { sub: 'repo:org/*' },
  token_spec: { username: 'ci', username_pattern: '', groups_pattern: '', scope: 'applied-permissions/user', audience: '*@*', expires_in: 60 },
};
const bodies: unknown[] = [];
const keep = ({ body }: AskedOf) => {
  bodies.push(body);
  return rule;
};

beforeEach(() => {
  bodies.length = 0;
  server.use(
    answers(routes.listOidcIntegrations, [issuer]),
    answers(routes.readOidcIntegration, issuer),
    answers(routes.listOidcMappings, [rule]),
    answers(routes.createOidcMapping, keep),
  );
});

describe('the exchange of tokens for CI', () => {
  it('ACC-003 lists issuers and their rules', async () => {
    renderArea(exchangeScreens, list);
    expect(await screen.findByRole('link', { name: 'pipelines' })).toHaveAttribute('href', `${list}/pipelines`);
    renderArea(exchangeScreens, `${list}/pipelines`);
    expect(await screen.findByText('sub = repo:org/*')).toBeVisible();
  });

  it('adds a rule, claim by claim', async () => {
    renderArea(exchangeScreens, `${list}/pipelines?rule=new`);
    await userEvent.type(await screen.findByLabelText('Name'), 'release');
    await userEvent.type(screen.getByLabelText('Values'), 'repo:org/a{Enter}repo:org/b{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Add claim' }));
    await userEvent.type(screen.getAllByLabelText('Claim')[1]!, 'sub');
    await userEvent.type(screen.getAllByLabelText('Values')[1]!, 'main{Enter}');
    await userEvent.type(screen.getByLabelText(/^User(?! name)/), 'ci');
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }));
    expect((await screen.findAllByText('The claim sub stands here twice: give one claim all its values'))[0]).toBeVisible();
    await userEvent.clear(screen.getAllByLabelText('Claim')[1]!);
    await userEvent.type(screen.getAllByLabelText('Claim')[1]!, 'ref');
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({
      name: 'release',
      claims: { sub: ['repo:org/a', 'repo:org/b'], ref: 'main' },
      token_spec: { username: 'ci', expires_in: 60 },
    });
  });

  it('keeps claims whose values fields cannot hold', async () => {
    server.use(answers(routes.listOidcMappings, [{ ...rule, claims: { sub: 'x', run: 5, nested: { a: ['b'] } } }]));
    server.use(answers(routes.updateOidcMapping, keep));
    renderArea(exchangeScreens, `${list}/pipelines?rule=${encodeURIComponent(`=${rule.name}`)}`);
    expect(await screen.findByText('{"a":["b"]}')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save rule' }));
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ claims: { sub: 'x', run: 5, nested: { a: ['b'] } } });
  });

  it('keeps what was typed when an issuer is refused', async () => {
    server.use(refuses(routes.createOidcIntegration, new AppError(accessWords.oidc_integration_exists, { name: 'pipelines' })));
    renderArea(exchangeScreens, `${list}?create=1`);
    await userEvent.type(await screen.findByLabelText('Name'), 'pipelines');
    await userEvent.type(screen.getByLabelText('Issuer address'), 'https://ci.example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Create issuer' }));
    await waitFor(() => expect(screen.getAllByText('An OIDC integration pipelines already exists')).toHaveLength(2));
    expect(screen.getByLabelText('Name')).toHaveAttribute('aria-invalid', 'true');
    expect(screen.getByLabelText('Name')).toHaveValue('pipelines');
  });
});
