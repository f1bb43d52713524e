import { expect, it } from 'vitest';
import { readInstalledUrl } from '../component/package-url.ts';
import { fitsArtifact, fitsComponent } from '../ignore/fits-thing.ts';
import { selectVersions } from '../range/learn-versions.ts';
import { isInRange } from '../range/version-range.ts';
import { readProduct } from './product.ts';

/** Whether a product is a component that has a package URL. */
function isComponent(product: string, component: string): boolean {
  const fit = readProduct({ purl: product })?.component;
  return fit !== undefined && fitsComponent({ components: [fit] }, readInstalledUrl(component));
}

it.each([
  ['pkg:npm/app@1.0.0', 'pkg:npm/app@1.0.0', true],
  ['pkg:npm/app', 'pkg:npm/app@1.0.0', true],
  ['pkg:npm/app@1.0.1', 'pkg:npm/app@1.0.0', false],
  ['pkg:npm/app', 'pkg:npm/app-tools@1.0.0', false],
  ['pkg:npm/%40acme/app@1.0.0', 'pkg:npm/%40acme/app@1.0.0', true],
  ['pkg:npm/@acme/app@1.0.0', 'pkg:npm/%40acme/app@1.0.0', true],
  ['pkg:npm/app', 'pkg:npm/%40acme/app@1.0.0', false],
  ['pkg:pypi/Django_Tools@1.0', 'pkg:pypi/django-tools@1.0', true],
  ['pkg:npm/django', 'pkg:pypi/django@1.0', false],
  ['pkg:maven/org.acme/app@1.0?type=jar', 'pkg:maven/org.acme/app@1.0', true],
  ['pkg:maven/org.acme/app@1.0?classifier=tests', 'pkg:maven/org.acme/app@1.0', false],
  ['pkg:npm/app@1.0.0?repository_url=npm.acme.example', 'pkg:npm/app@1.0.0', false],
  ['pkg:npm/app@1.0.0#lib', 'pkg:npm/app@1.0.0', false],
  ['pkg:golang/github.com/acme/tool@v1.2.0', 'pkg:golang/github.com/acme/tool@v1.2.0', true],
  ['pkg:deb/debian/openssl', 'pkg:deb/debian/openssl@3.0.11-1?distro=debian-12', true],
  ['pkg:deb/debian/openssl@3.0.11-1?distro=debian-12', 'pkg:deb/debian/openssl@3.0.11-1?distro=debian-12', true],
  ['pkg:deb/debian/openssl?distro=debian-11', 'pkg:deb/debian/openssl@3.0.11-1?distro=debian-12', false],
  ['pkg:deb/debian/openssl?distro=bookworm', 'pkg:deb/debian/openssl@3.0.11-1?distro=debian-12', false],
  ['pkg:deb/debian/openssl?arch=s390x', 'pkg:deb/debian/openssl@3.0.11-1?distro=debian-12', false],
  ['pkg:deb/ubuntu/openssl', 'pkg:deb/debian/openssl@3.0.11-1?distro=debian-12', false],
  ['pkg:apk/alpine/musl@1.2.5-r0?distro=alpine-3.20', 'pkg:apk/alpine/musl@1.2.5-r0?distro=alpine-3.20', true],
  ['pkg:hex/phoenix', 'pkg:hex/phoenix@1.7.0', true],
])('%s is %s: %s', (product, component, expected) => {
  expect(isComponent(product, component)).toBe(expected);
});

it.each(['', 'app', 'pkg:npm', 'pkg:npm/', 'pkg:/app@1', 'https://acme.example/app', 'pkg:npm/app@%ZZ', `pkg:npm/${'a'.repeat(2000)}`])(
  '%s is no product',
  (purl) => {
    expect(readProduct({ purl })).toBeUndefined();
  },
);

const image = { repository: 'images', path: 'web/1.0/manifest.json', format: 'docker', package: 'web', version: '1.0', sha256: 'a'.repeat(64) };

it.each([
  [`pkg:oci/web@sha256%3A${'a'.repeat(64)}?repository_url=registry.example/web`, true],
  [`pkg:docker/library/web@sha256:${'A'.repeat(64)}`, true],
  [`pkg:oci/web@sha256%3A${'b'.repeat(64)}`, false],
  ['pkg:docker/web@1.0', true],
  ['pkg:docker/web@1.1', false],
  ['pkg:docker/web?repository_url=registry.example', false],
])('%s is the image: %s', (purl, expected) => {
  const artifacts = readProduct({ purl })?.artifacts ?? [];
  expect(artifacts.length > 0 && fitsArtifact({ artifacts }, image)).toBe(expected);
});

it.each([
  ['vers:npm/>=1.0.0|<2.0.0', ['1.0.0', '1.9.9']],
  ['vers:npm/>1.0.0|<=2.0.0', ['1.9.9', '2.0.0']],
  ['vers:npm/<1.0.0|>=2.0.0|!=3.0.0', ['0.9.0', '2.0.0', '4.0.0']],
  ['vers:npm/1.0.0|4.0.0', ['1.0.0', '4.0.0']],
  ['vers:npm/!=1.0.0', ['0.9.0', '1.9.9', '2.0.0', '3.0.0', '4.0.0']],
  ['vers:npm/*', ['0.9.0', '1.0.0', '1.9.9', '2.0.0', '3.0.0', '4.0.0', 'newest']],
  ['vers:npm/>=one', []],
])('%s holds %s', (range, expected) => {
  const all = ['0.9.0', '1.0.0', '1.9.9', '2.0.0', '3.0.0', '4.0.0', 'newest'];
  expect(all.filter((version) => isInRange('npm', version, range))).toEqual(expected);
});

it('takes a range only for packages of its own kind, without a version of their own', () => {
  const purl = 'pkg:npm/app';
  const fit = readProduct({ purl, range: 'vers:npm/>=1.0.0' })!;
  expect(fit).toEqual({ component: { ecosystem: 'npm', name: 'app', range: 'vers:npm/>=1.0.0', versions: [] }, artifacts: [] });
  expect(selectVersions(fit.component!, ['0.9.0', '1.0.0', '1.0.0', '2.0.0'])).toEqual(['1.0.0', '2.0.0']);
  for (const range of ['vers:pypi/>=1.0.0', '>=1.0.0', 'all below 2']) expect(readProduct({ purl, range })).toBeUndefined();
  expect(readProduct({ purl: `${purl}@1.0.0`, range: 'vers:npm/>=1.0.0' })).toBeUndefined();
});

it('knows content by its digest before all else', () => {
  const fit = readProduct({ purl: 'pkg:npm/app', sha256: `sha256:${'A'.repeat(64)}` });
  expect(fit).toEqual({ component: undefined, artifacts: [{ sha256: 'a'.repeat(64) }] });
});
