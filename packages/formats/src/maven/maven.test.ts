import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Rendered } from '../format.ts';
import { fileRow, makeRequest, packZip, publishContext, readRows, stagedBytes } from '../test-fixtures.ts';
import { maven } from './maven.ts';
import { parsePath } from './maven-paths.ts';

const folder = 'org/acme/hello/1.0';
const pom = (more = '', version = '1.0') =>
  `<?xml version="1.0"?><project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>org.acme</groupId><artifactId>hello</artifactId><version>${version}</version>${more}</project>`;
const inspectPom = (text: string, path = `${folder}/hello-1.0.pom`) => maven.inspect!(maven.locate(path)!, path, stagedBytes(Buffer.from(text)));
const want = (path: string) => maven.classify(makeRequest('GET', path))!;
const text = ({ body }: Rendered) => String(body);
const context = { baseUrl: 'http://h/artifactory/m', request: makeRequest('GET', '') };

function put(path: string, body: string, rows = readRows([])) {
  const request = makeRequest('PUT', path);
  return maven.publish!(maven.classify(request)!, publishContext(request, Buffer.from(body), rows));
}

describe('maven paths', () => {
  it.each([
    [`${folder}/hello-1.0.jar`, { version: '1.0', build: '1.0', classifier: '', extension: 'jar' }],
    [`${folder}/hello-1.0-sources.jar`, { classifier: 'sources', extension: 'jar' }],
    [`${folder}/hello-1.0-bin.tar.gz`, { classifier: 'bin', extension: 'tar.gz' }],
    [`${folder}/hello-1.0.jar.asc`, { classifier: '', extension: 'jar.asc' }],
    ['org/acme/hello_2.13/1.0-RC1/hello_2.13-1.0-RC1-linux_2.17.jar', { artifact: 'hello_2.13', classifier: 'linux_2.17' }],
    ['org/acme/hello/1.0-SNAPSHOT/hello-1.0-20260102.030405-7-sources.jar', { version: '1.0-SNAPSHOT', build: '1.0-20260102.030405-7', classifier: 'sources' }],
    ['org/acme/hello/1.0-SNAPSHOT/hello-1.0-SNAPSHOT.jar', { build: '1.0-SNAPSHOT' }],
  ])('reads %s', (path, parts) => {
    expect(parsePath(path)).toMatchObject(parts);
  });

  it.each(['hello-1.0.jar', 'hello/1.0/hello-1.0.jar', `${folder}/other-1.0.jar`, `${folder}/hello-2.0.jar`, `${folder}/hello-1.0`, 'a/b/c/d'])(
    'finds no artifact at %s',
    (path) => {
      expect(maven.locate(path)).toBeUndefined();
      expect(maven.mayReplace(path)).toBe(true);
    },
  );

  it('lets snapshots be replaced and releases not', () => {
    expect(maven.mayReplace(`${folder}/hello-1.0.jar`)).toBe(false);
    expect(maven.mayReplace('org/acme/hello/1.0-SNAPSHOT/hello-1.0-SNAPSHOT.jar')).toBe(true);
  });

  it('knows what is a checksum of what', () => {
    expect(want(`${folder}/hello-1.0.jar.sha1`)).toMatchObject({ kind: 'file', variant: 'checksum' });
    expect(want('org/acme/hello/maven-metadata.xml.sha256')).toMatchObject({
      kind: 'index',
      path: 'org/acme/hello/maven-metadata.xml',
      variant: 'sha256',
      package: 'org.acme:hello',
    });
    expect(want('org/acme/hello/1.0-SNAPSHOT/maven-metadata.xml')).toMatchObject({ package: 'org.acme:hello', version: '1.0-SNAPSHOT', freshness: 'pointer' });
    expect(want(`${folder}/hello-1.0.jar`).freshness).toBeUndefined();
  });
});

describe('maven uploads', () => {
  it('leaves files to the core, drops metadata and compares checksums', async () => {
    const path = `${folder}/hello-1.0.jar`;
    const rows = readRows([{ package: 'org.acme:hello', version: '1.0', facts: {}, files: [fileRow(path, 'x')] }]);
    expect(await put(path, 'x', rows)).toBeUndefined();
    expect(await put('org/acme/hello/maven-metadata.xml', '<metadata/>', rows)).toMatchObject({ files: [], answer: { status: 201 } });
    expect(await put(`${path}.sha1`, `${createHash('sha1').update('x').digest('hex')}  hello-1.0.jar\n`, rows)).toMatchObject({ files: [] });
    await expect(put(`${path}.md5`, 'd41d8cd98f00b204e9800998ecf8427e', rows)).rejects.toMatchObject({ code: 'checksum_mismatch' });
    await expect(put(`${folder}/hello-1.0.pom.sha1`, 'x', rows)).rejects.toMatchObject({ code: 'artifact_not_found' });
  });

  it('reads facts from the pom', async () => {
    const { facts, lead } = await inspectPom(
      pom(
        `<name>Hello</name><description>Says &lt;hello&gt;</description><url>https://example.test</url><packaging>pom</packaging>
         <licenses><license><name>Apache-2.0</name></license></licenses><properties><v.junit>5.1</v.junit></properties>
         <developers><developer><name>Ann</name></developer><developer><name>Bob</name></developer></developers>
         <dependencies><dependency><groupId>org.junit</groupId><artifactId>junit</artifactId><version>\${v.junit}</version><scope>test</scope></dependency>
         <dependency><groupId>\${project.groupId}</groupId><artifactId>core</artifactId><version>\${project.version}</version></dependency></dependencies>`,
      ),
    );
    expect(lead).toBe(true);
    expect(facts).toMatchObject({
      description: 'Says <hello>',
      licenses: ['Apache-2.0'],
      homepage: 'https://example.test',
      authors: ['Ann', 'Bob'],
      dependencies: [
        { name: 'org.junit:junit', requirement: '5.1', scope: 'test' },
        { name: 'org.acme:core', requirement: '1.0', scope: 'runtime' },
      ],
    });
  });

  it('tells poms that are about something else, and refuses those that are broken or declare entities', async () => {
    const refused = expect.objectContaining({ code: 'invalid_package' });
    expect(await inspectPom(pom('', '2.0'))).toMatchObject({ misplaced: { reason: 'pom_does_not_fit', values: { part: 'version', text: '2.0' } } });
    expect(await inspectPom(pom())).not.toHaveProperty('misplaced');
    await expect(inspectPom(pom().slice(0, -20))).rejects.toEqual(refused);
    await expect(inspectPom('<html/>')).rejects.toEqual(refused);
    await expect(inspectPom('')).rejects.toEqual(refused);
    await expect(inspectPom(`<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]>${pom('<name>&x;</name>')}`)).rejects.toEqual(refused);
    await expect(inspectPom(`<project>${'<a>'.repeat(100_000)}`)).rejects.toEqual(refused);
    expect(
      await inspectPom(pom('<properties><__proto__><polluted>yes</polluted></__proto__></properties>')).then(
        () => ({}) as Record<string, unknown>,
        () => ({}) as Record<string, unknown>,
      ),
    ).not.toHaveProperty('polluted');
    expect((await inspectPom(pom('', `\${revision}`))).version).toBe('1.0');
  });

  it('fills in variables that grow a millionfold no further than what is kept', async () => {
    const many = (name: string) => `\${${name}}`.repeat(2500);
    const growing = `<properties><a>${many('b')}</a><b>${'x'.repeat(10_000)}</b><c>\${d}</c><d>1.2</d></properties>`;
    const dependency = `<dependency><groupId>${many('a')}</groupId><artifactId>g</artifactId><version>\${c}</version></dependency>`;
    const { facts } = await inspectPom(pom(`${growing}<dependencies>${dependency.repeat(100)}</dependencies><description>${many('a')}</description>`));
    expect(facts?.dependencies).toHaveLength(100);
    expect(facts?.dependencies?.[0]).toMatchObject({ name: 'x'.repeat(1000), requirement: '1.2' });
    expect(facts?.description).toBe('x'.repeat(1000));
  });

  it('refuses broken jars and finds the prefix of plugins', async () => {
    const path = `${folder}/hello-1.0.jar`;
    const jar = await packZip({ 'META-INF/maven/plugin.xml': '<plugin><goalPrefix>greet</goalPrefix></plugin>' });
    const look = (bytes: Buffer) => maven.inspect!(maven.locate(path)!, path, stagedBytes(bytes));
    expect(await look(jar)).toMatchObject({ lead: true, properties: { 'maven.plugin.prefix': ['greet'] } });
    await expect(look(jar.subarray(0, jar.length - 3))).rejects.toMatchObject({ code: 'invalid_package' });
  });
});

describe('maven-metadata.xml', () => {
  const at = (path: string, modifiedAt = new Date('2026-01-02T03:04:05Z')) => fileRow(path, path, { modifiedAt });
  const version = (name: string, files = [at(`org/acme/hello/${name}/hello-${name}.jar`)], facts = {}) => ({
    package: 'org.acme:hello',
    version: name,
    facts,
    files,
  });

  it('lists versions in Maven order, and its checksums fit', async () => {
    const rows = readRows(['1.10', '1.9', '2.0-SNAPSHOT', '1.9-rc1'].map((name) => version(name)));
    const index = want('org/acme/hello/maven-metadata.xml');
    const model = (await maven.load!(index, rows))!;
    expect(model).toMatchObject({ versions: ['1.9-rc1', '1.9', '1.10', '2.0-SNAPSHOT'], latest: '2.0-SNAPSHOT', release: '1.10', updated: '20260102030405' });
    const document = text(maven.render!(index, model, context));
    const sha1 = want('org/acme/hello/maven-metadata.xml.sha1');
    expect(text(maven.render!(sha1, model, context))).toBe(createHash('sha1').update(document).digest('hex'));
    expect(maven.parse!(index, Buffer.from(document), { url: '', contentType: '' })).toEqual(model);
  });

  it('lists the newest build of each file of a snapshot', async () => {
    const base = 'org/acme/hello/1.0-SNAPSHOT/hello-1.0';
    const files = ['20260101.000000-1.jar', '20260102.000000-2.jar', '20260102.000000-2.pom', '20260101.000000-1-sources.jar'].map((end) =>
      at(`${base}-${end}`),
    );
    const index = want('org/acme/hello/1.0-SNAPSHOT/maven-metadata.xml');
    const model = (await maven.load!(index, readRows([version('1.0-SNAPSHOT', files)])))!;
    expect(model.snapshots).toMatchObject([
      { extension: 'jar', classifier: '', value: '1.0-20260102.000000-2', updated: '20260102000000' },
      { extension: 'jar', classifier: 'sources', value: '1.0-20260101.000000-1' },
      { extension: 'pom', value: '1.0-20260102.000000-2' },
    ]);
    const document = text(maven.render!(index, model, context));
    expect(document).toContain('<timestamp>20260102.000000</timestamp>');
    expect(maven.parse!(index, Buffer.from(document), { url: '', contentType: '' }).snapshots).toEqual(model.snapshots);
  });

  it('lists plugins with the prefix of their descriptor or their name', async () => {
    const plugin = (artifact: string, properties = {}) => ({
      package: `org.acme:${artifact}`,
      version: '1.0',
      facts: { native: { packaging: 'maven-plugin' } },
      files: [fileRow(`org/acme/${artifact}/1.0/${artifact}-1.0.jar`, '', { properties })],
    });
    const rows = readRows([plugin('hello-maven-plugin'), plugin('odd-plugin', { 'maven.plugin.prefix': ['greet'] })]);
    const model = await maven.load!(want('org/acme/maven-metadata.xml'), rows);
    expect(model?.plugins.map(({ prefix }) => prefix)).toEqual(['hello', 'greet']);
    expect(await maven.load!(want('org/nothing/maven-metadata.xml'), rows)).toBeUndefined();
  });

  it('merges members and refuses what is no metadata', async () => {
    const index = want('org/acme/hello/maven-metadata.xml');
    const parse = (document: string) => maven.parse!(index, Buffer.from(document), { url: '', contentType: '' });
    const one = parse(
      '<metadata><groupId>org.acme</groupId><artifactId>hello</artifactId><versioning><versions><version>1.0</version></versions></versioning></metadata>',
    );
    const other = parse(
      '<metadata><versioning><release>1.1</release><versions><version>1.0</version><version>1.1</version></versions></versioning></metadata>',
    );
    const merged = maven.merge!(index, [
      { member: 'a', source: 'local', model: one },
      { member: 'b', source: 'remote', model: other },
    ]);
    expect(merged).toMatchObject({ group: 'org.acme', versions: ['1.0', '1.1'], release: '1.1' });
    for (const document of ['', '<html/>', '<metadata>', '<!DOCTYPE x><metadata/>'])
      expect(() => parse(document)).toThrow(expect.objectContaining({ code: 'upstream_failed' }));
  });

  it('stands a hundred thousand versions', () => {
    const index = want('org/acme/hello/maven-metadata.xml');
    const listed = Array.from({ length: 100_000 }, (_, number) => `<version>1.${number}</version>`).join('');
    const model = maven.parse!(index, Buffer.from(`<metadata><versioning><versions>${listed}</versions></versioning></metadata>`), {
      url: '',
      contentType: '',
    });
    expect(model.versions).toHaveLength(100_000);
  });

  it('orders versions as Maven does', () => {
    const sorted = ['1-alpha', '1-beta2', '1-rc1', '1-SNAPSHOT', '1.0', '1-sp', '1-foo', '1-1', '1.1', '1.10'];
    expect(sorted.toReversed().toSorted(maven.compareVersions)).toEqual(sorted);
    expect(maven.compareVersions('1.0.0', '1')).toBe(0);
    expect(maven.compareVersions('1-ga', '1-final')).toBe(0);
  });
});
