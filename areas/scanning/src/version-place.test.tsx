import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { VersionPlace } from './version-place.tsx';

it('calls a package by its name, and not by the id of calls', () => {
  const { container, rerender } = render(<VersionPlace repository="images" packageId="docker://shop/storefront" version="1.21.0" />);
  expect(container.textContent?.trim()).toBe('images: shop/storefront 1.21.0');
  expect(container.querySelector('svg')).not.toBeNull();
  rerender(<VersionPlace repository="libs" packageId="npm://@acme/tool" version="2.0.0" />);
  expect(container.textContent?.trim()).toBe('libs: @acme/tool 2.0.0');
  rerender(<VersionPlace repository="files" packageId="something else" version="1" />);
  expect(container.textContent?.trim()).toBe('files: something else 1');
});
