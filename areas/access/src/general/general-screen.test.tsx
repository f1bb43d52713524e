import * as general from '@packhouse/contract/access/access-general-routes.ts';
import { accessWords } from '@packhouse/contract/access/access-words.ts';
import { maxLogoBytes } from '@packhouse/contract/access/logo-limit.ts';
import { say } from '@packhouse/contract/sentences.ts';
import { answers, on, refuseFields } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { generalScreens } from './general-screens.ts';

prepareConsole();

const none: general.GeneralSettings = { serverName: '', baseUrl: '', logoUrl: '', footerMessage: '', hasLogo: false, fixedBaseUrl: null };
let stored = none;
const bodies: unknown[] = [];
const open = () => renderArea(generalScreens, '/admin/configuration/general');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
const picture = (size: number, name = 'logo.png') => new File([new Uint8Array(size).fill(7)], name, { type: 'image/png' });

beforeEach(() => {
  stored = none;
  bodies.length = 0;
  server.use(
    answers(general.readGeneralSettings, () => stored),
    answers(general.updateGeneralSettings, ({ body }) => {
      bodies.push(body);
      stored = { ...stored, ...(body as Partial<general.GeneralSettings>) };
      return stored;
    }),
    answers(general.uploadLogo, ({ body }) => {
      bodies.push(body);
      stored = { ...stored, hasLogo: true };
      return stored;
    }),
    answers(general.removeLogo, () => {
      stored = { ...stored, hasLogo: false };
      return stored;
    }),
  );
});

it('ADMIN-025 shows and changes server name, base URL, logo address and footer message', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'General settings' })).toBeVisible();
  await userEvent.type(await screen.findByLabelText(/^Server name/), 'Shop');
  await userEvent.type(screen.getByLabelText(/^Base URL/), 'https://shop.example.org');
  expect(screen.getByText(/Identity providers compare/)).toBeVisible();
  await userEvent.type(screen.getByLabelText(/^Address of a logo elsewhere/), 'https://example.org/a.svg');
  await userEvent.type(screen.getByLabelText(/^Footer message/), 'Ask Ann');
  await save();
  expect(await screen.findByText('The general settings were saved')).toBeVisible();
  expect(bodies).toEqual([{ serverName: 'Shop', baseUrl: 'https://shop.example.org', logoUrl: 'https://example.org/a.svg', footerMessage: 'Ask Ann' }]);
});

it('ADMIN-025 says beside the field what is wrong, sends nothing, and keeps what was typed', async () => {
  open();
  await userEvent.type(await screen.findByLabelText(/^Base URL/), 'shop.example.org/ui');
  await save();
  expect(await screen.findAllByText('Enter an address such as https://packages.example.org, without a path')).not.toHaveLength(0);
  expect(screen.getByLabelText(/^Base URL/)).toHaveValue('shop.example.org/ui');
  expect(bodies).toEqual([]);
});

it('ADMIN-025 puts a logo up and takes it away', async () => {
  open();
  await userEvent.upload(await screen.findByLabelText('Logo', { selector: 'input' }), picture(3));
  expect(await screen.findByRole('img', { name: 'The logo as it is' })).toBeVisible();
  expect(bodies).toEqual([{ data: 'BwcH' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove the logo' }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'The logo as it is' })).toBeNull());
});

it('ADMIN-025 says beside the logo why a picture is not taken', async () => {
  server.use(on(general.uploadLogo, () => refuseFields({ path: 'data', ...say(accessWords.choose_picture_format) })));
  open();
  const input = await screen.findByLabelText('Logo', { selector: 'input' });
  await userEvent.upload(input, picture(maxLogoBytes + 1));
  expect(await screen.findByText('Choose a picture of at most 256 kB')).toBeInTheDocument();
  await userEvent.upload(input, picture(3));
  expect(await screen.findByText('Choose a PNG, JPEG or SVG picture')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Choose a picture' })).toHaveFocus();
});

it('says that the configuration fixes the address, and when it cannot be read', async () => {
  stored = { ...none, fixedBaseUrl: 'https://fixed.example.org' };
  open();
  expect(await screen.findByText(/fixes it to https:\/\/fixed\.example\.org/)).toBeVisible();
});
