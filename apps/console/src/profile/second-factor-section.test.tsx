import * as mfa from '@packhouse/contract/access/auth-mfa-routes.ts';
import { signInWords } from '@packhouse/contract/access/sign-in-words.ts';
import { namedFieldRefusal } from '@packhouse/contract/errors.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SecondFactorSection } from './second-factor-section.tsx';

prepareConsole();

const open = () => renderArea([{ path: '/profile', element: <SecondFactorSection password="Secret123" /> }], '/profile');
const off = { enabled: false, required: false, recoveryCodesLeft: 0 };
const on = { enabled: true, required: false, recoveryCodesLeft: 10 };

it('turns the second factor on and shows the recovery codes once', async () => {
  let state = off;
  const bodies: unknown[] = [];
  server.use(
    answers(mfa.readOwnSecondFactor, () => state),
    answers(mfa.beginOwnSecondFactor, ({ body }) => {
      bodies.push(body);
      return { authenticator: 'google' as const, secret: 'ABCDEFGHABCDEFGH', uri: 'otpauth://totp/x', qrCode: 'data:,' };
    }),
    answers(mfa.confirmOwnSecondFactor, ({ body }) => {
      bodies.push(body);
      state = on;
      return { recoveryCodes: ['aaaa-bbbb'] };
    }),
  );
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  expect(await screen.findByText('ABCDEFGHABCDEFGH')).toBeVisible();
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(await screen.findByText('aaaa-bbbb')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/10 recovery codes are left/)).toBeVisible();
  expect(bodies).toEqual([{ password: 'Secret123' }, { otp: '123456' }]);
});

it('turns it off with a code, and says beside the field when the code is wrong', async () => {
  server.use(answers(mfa.readOwnSecondFactor, on), refuses(mfa.disableOwnSecondFactor, namedFieldRefusal('otp', say(signInWords.code_wrong_or_used))));
  open();
  await userEvent.type(await screen.findByLabelText('Code'), '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByText(/The code is wrong/)).toBeVisible();
  expect(screen.getByLabelText('Code')).toHaveValue('000000');
});

it('cannot be turned off where everybody must have one', async () => {
  server.use(answers(mfa.readOwnSecondFactor, { ...on, required: true }));
  open();
  expect(await screen.findByRole('button', { name: 'Turn off' })).toHaveAttribute('aria-disabled', 'true');
});
