import { expect, it } from 'vitest';
import { packZip, readLicenceText, stagedBytes } from '../test-fixtures.ts';
import { inspectPackage } from './nuspec.ts';

const text = readLicenceText('MPL-2.0');

it.each([
  ['an expression', '<license type="expression">MIT OR Apache-2.0</license><licenseUrl>https://licenses.nuget.org/MIT</licenseUrl>', ['MIT OR Apache-2.0']],
  ['a file of its own', '<license type="file">docs\\LICENSE.txt</license><licenseUrl>https://aka.ms/deprecateLicenseUrl</licenseUrl>', ['MPL-2.0']],
  ['a file that there is not', '<license type="file">TERMS.txt</license><licenseUrl>https://aka.ms/deprecateLicenseUrl</licenseUrl>', []],
  [
    'the address of an expression',
    '<licenseUrl>https://licenses.nuget.org/(LGPL-2.0-only%20WITH%20FLTK-exception)</licenseUrl>',
    ['(LGPL-2.0-only WITH FLTK-exception)'],
  ],
  ['the address of a known text', '<licenseUrl>http://www.apache.org/licenses/LICENSE-2.0.html</licenseUrl>', ['Apache-2.0']],
  ['another one', '<licenseUrl>http://opensource.org/licenses/mit-license.php</licenseUrl>', ['MIT']],
  ['the page of a project', '<licenseUrl>https://example.com/licenses/MIT</licenseUrl>', []],
  ['an address that is none', '<licenseUrl>https://licenses.nuget.org/%E0%A4%A</licenseUrl>', []],
  ['nothing', '', []],
])('a package names its licence by %s', async (_, said, licences) => {
  const nuspec = `<package><metadata><id>Shop</id><version>1.0.0</version>${said}</metadata></package>`;
  const { facts } = await inspectPackage(stagedBytes(await packZip({ 'Shop.nuspec': nuspec, 'docs/LICENSE.txt': text })));
  expect(facts?.licenses).toEqual(licences);
});
