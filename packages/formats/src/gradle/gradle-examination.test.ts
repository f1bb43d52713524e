import { examineFormat } from '@packhouse/testkit/examine-format.ts';
import { packZip, packZipBomb } from '../test-fixtures.ts';

const folder = 'org/acme/hello/1.0';
const put = (title: string, file: string, body: Buffer | string, headers = {}) => ({ title, method: 'PUT' as const, path: `${folder}/${file}`, headers, body });
const pom = (more = '') =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>hello</artifactId><version>1.0</version><description>Says hello</description><licenses><license><name>MIT</name></license></licenses>${more}</project>`;
const files = { 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', 'hello.txt': 'hello' };
const jar = await packZip(files);

examineFormat({
  format: 'gradle',
  good: {
    upload: put('a jar', 'hello-1.0.jar', jar),
    file: `${folder}/hello-1.0.jar`,
    bytes: jar,
    storage: `${folder}/hello-1.0.jar`,
    listing: { path: 'org/acme/hello/maven-metadata.xml', contains: '<release>1.0</release>' },
    package: { name: 'org.acme:hello', version: '1.0', facts: {} },
  },
  bad: [
    put('a jar that is none', 'hello-1.0.jar', 'not a jar'),
    put('a pom of another version', 'hello-1.0.pom', pom().replace('<version>1.0<', '<version>2.0<')),
    put('a pom that declares entities', 'hello-1.0.pom', `<!DOCTYPE project [<!ENTITY a "aaaaaaaa">]>${pom('<name>&a;</name>')}`),
    put('a checksum of nothing', 'hello-1.0.jar.sha512', '0'.repeat(128)),
  ],
  truncated: put('a truncated jar', 'hello-1.0.jar', jar.subarray(0, jar.length - 10)),
  bomb: put('a bomb', 'hello-1.0.jar', await packZipBomb(files)),
  wrongChecksum: put('a wrong checksum', 'hello-1.0.jar', jar, { 'x-checksum-sha1': '0'.repeat(40) }),
  otherBytes: put('the same jar with other bytes', 'hello-1.0.jar', await packZip({ ...files, 'more.txt': 'more' })),
  order: ['1-alpha', '1-beta2', '1-rc1', '1-SNAPSHOT', '1.0', '1-sp', '1.1', '1.10'],
});
