import { type LicenceType, licenceTypes } from '@packhouse/contract/access/licence-types.ts';
import { prepareConsole, renderArea } from '@packhouse/testkit/console/render-area.tsx';
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Logo } from './logo.tsx';
import { useNavigation } from './navigation-state.ts';

prepareConsole();

/** The logo of an installation of a licence type: its drawing and its name. */
function draw(licenceType: LicenceType) {
  useNavigation.setState({ logoSource: undefined });
  renderArea([{ path: '/', element: <div data-testid="logo">{<Logo />}</div> }], '/', { licenceType });
  const { innerHTML, textContent } = screen.getByTestId('logo');
  cleanup();
  return { drawing: innerHTML, name: textContent };
}

it('SHELL-103 has a drawing of its own for container, Conan, edge and open installations, and one for all others', () => {
  const own = (['JCR', 'CONAN', 'EDGE', 'OSS', 'ENTERPRISE'] as const).map((type) => draw(type).drawing);
  expect(new Set(own).size).toBe(own.length);
  expect(draw('EDGE_TRIAL')).toEqual(draw('EDGE'));
  const others = licenceTypes.filter((type) => !['JCR', 'CONAN', 'EDGE', 'EDGE_TRIAL', 'OSS'].includes(type));
  for (const type of others) expect(draw(type), type).toEqual(draw('ENTERPRISE'));
  expect(draw('JCR').name).toBe('PackhouseContainers');
});
