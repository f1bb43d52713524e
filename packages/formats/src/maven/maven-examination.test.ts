import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb } from '../test-fixtures.ts';

const folder = 'org/acme/hello/1.0';
const put = (title: string, file: string, body: Buffer | string, headers = {}) => ({ title, method: 'PUT' as const, path: `${folder}/${file}`, headers, body });
const pom = (more = '', version = '1.0') =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>hello</artifactId><version>${version}</version><packaging>pom</packaging><description>Says hello</description><licenses><license><name>MIT</name></license></licenses>${more}</project>`;
const bytes = Buffer.from(pom());
const jar = await packZip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'hello.txt': 'hello' });

examineFormat({
  format: 'maven',
  good: {
    upload: put('a pom', 'hello-1.0.pom', bytes),
    file: `${folder}/hello-1.0.pom`,
    bytes,
    storage: `${folder}/hello-1.0.pom`,
    listing: { path: 'org/acme/hello/maven-metadata.xml', contains: '<release>1.0</release>' },
    package: { name: 'org.acme:hello', version: '1.0', facts: { description: 'Says hello', licenses: ['MIT'], display: { Packaging: 'pom' } } },
  },
  bad: [
    put('a pom of another version', 'hello-1.0.pom', pom('', '2.0')),
    put('a pom that is not well formed', 'hello-1.0.pom', pom().slice(0, -15)),
    put('a pom that declares entities', 'hello-1.0.pom', `<!DOCTYPE project [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${pom('<name>&b;</name>')}`),
    put('a pom that is nested too deeply', 'hello-1.0.pom', `<project>${'<a>'.repeat(200_000)}`),
    put('a jar that is none', 'hello-1.0.jar', 'not a jar'),
    put('a checksum of nothing', 'hello-1.0.jar.sha1', '0'.repeat(40)),
  ],
  truncated: put('a truncated jar', 'hello-1.0.jar', jar.subarray(0, jar.length - 10)),
  bomb: put('a bomb', 'hello-1.0.jar', await packZipBomb({ 'hello.txt': 'hello' })),
  wrongChecksum: put('a wrong checksum', 'hello-1.0.pom', bytes, { 'x-checksum-sha1': '0'.repeat(40) }),
  otherBytes: put('the same pom with other bytes', 'hello-1.0.pom', pom('<name>Other</name>')),
  order: ['1-alpha', '1-beta2', '1-rc1', '1-SNAPSHOT', '1.0', '1-sp', '1-foo', '1-1', '1.1', '1.10'],
});
