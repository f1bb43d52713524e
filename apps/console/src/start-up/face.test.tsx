import { call } from '@packhouse/console-kit/calls/calls.ts';
import { updateGeneralSettings, uploadLogo } from '@packhouse/contract/access/access-general-routes.ts';
import * as routes from '@packhouse/contract/shell/shell-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Logo } from '../navigation/logo.tsx';
import { SignInFrame } from '../sign-in/sign-in-frame.tsx';
import { restartUp } from './start-up.ts';

prepareConsole();

const settings = { serverName: 'Shop', baseUrl: '', logoUrl: '', footerMessage: 'Ask Ann', hasLogo: false, fixedBaseUrl: null };
const face = { logoUrl: null as string | null, userLogo: false, anonymousAccess: false, buildLine: 'Packhouse 1', message: '' };
const page = (
  <>
    <Logo />
    <SignInFrame title="Welcome" documentTitle="Login">
      <p>card</p>
    </SignInFrame>
  </>
);

it('ADMIN-025 sign-in and shell wear name, logo and footer, and another logo as soon as it is put up', async () => {
  server.use(
    answers(routes.footer, () => face),
    answers(routes.platformConfig, () => ({ serverName: 'Shop', baseUrl: 'https://shop.test', anonymousUiBlocked: false })),
    answers(updateGeneralSettings, settings),
    answers(uploadLogo, { ...settings, hasLogo: true }),
  );
  await restartUp();
  renderArea([{ path: '/', element: page }], '/', { serverName: '' });
  face.logoUrl = 'https://example.test/logo.svg';
  face.message = 'Ask Ann';
  await call(updateGeneralSettings, { body: {} });
  expect(await screen.findByText('Ask Ann')).toBeVisible();
  expect(screen.getByText('Shop')).toBeVisible();
  const shown = () => screen.getAllByRole('img', { name: 'Shop' }).map((one) => one.getAttribute('src'));
  expect(shown()).toEqual(['https://example.test/logo.svg', 'https://example.test/logo.svg']);
  face.userLogo = true;
  await call(uploadLogo, { body: { data: 'BwcH' } });
  await expect.poll(shown).toEqual([expect.stringMatching(/^\/ui\/api\/v1\/ui\/logo\?changed=\d+$/), expect.stringContaining('/ui/logo?')]);
});
