import { describe, expect, it } from 'vitest';
import type { Rendered } from '../format.ts';
import { fileRow, makeRequest, packTar, packZip, publishContext, readRows, stagedBytes } from '../test-fixtures.ts';
import { parseCoreMetadata } from './core-metadata.ts';
import { pypi } from './pypi.ts';

const metadata = (more = '') =>
  `Metadata-Version: 2.1\nName: Hello.World\nVersion: 1.0\nSummary: Says hello\nLicense: MIT\nRequires-Python: >=3.8\nRequires-Dist: requests (>=2,<3)\nRequires-Dist: pytest ; extra == 'test'\nProject-URL: Homepage, https://example.test/hello\n${more}\n# Hello\n`;
const wheelName = 'hello_world-1.0-py3-none-any.whl';
const wheel = (text = metadata()) =>
  packZip({ 'hello_world/__init__.py': '', 'hello_world-1.0.dist-info/METADATA': text, 'hello_world-1.0.dist-info/RECORD': '' });

function form(parts: Record<string, string>, file?: { name: string; bytes: Buffer }): Buffer {
  const boundary = 'xyz';
  const fields = Object.entries(parts).map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const head = file
    ? `--${boundary}\r\nContent-Disposition: form-data; name="content"; filename="${file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
    : '';
  return Buffer.concat([Buffer.from(fields.join('') + head), file?.bytes ?? Buffer.alloc(0), Buffer.from(`${file ? '\r\n' : ''}--${boundary}--\r\n`)]);
}
const fields = { ':action': 'file_upload', protocol_version: '1', name: 'Hello.World', version: '1.0' };
function upload(body: Buffer, rows = readRows([])) {
  const request = makeRequest('POST', '', { 'content-type': 'multipart/form-data; boundary=xyz' });
  return pypi.publish!(pypi.classify(request)!, publishContext(request, body, rows));
}

async function stored(version = '1.0', yanked = false) {
  const path = `hello-world/${version}/hello_world-${version}-py3-none-any.whl`;
  const properties = { 'pypi.requires.python': ['>=3.8'] };
  return { package: 'hello-world', version, facts: { yanked }, files: [fileRow(path, 'w', { properties }), fileRow(`${path}.metadata`, 'm', { lead: false })] };
}
const context = { baseUrl: 'http://h/artifactory/api/pypi/p', request: makeRequest('GET', '') };
const text = ({ body }: Rendered) => String(body);
const project = (accept = 'text/html') => pypi.classify(makeRequest('GET', 'simple/hello-world', { accept }))!;

describe('pypi addresses', () => {
  it('redirects names that are spelled differently', async () => {
    const want = pypi.classify(makeRequest('GET', 'simple/Hello_World/'))!;
    expect(want).toMatchObject({ kind: 'aux', variant: 'redirect', path: 'hello-world' });
    expect(await pypi.aux!(want, { baseUrl: 'http://h/p' } as never)).toMatchObject({ status: 301, headers: { location: 'http://h/p/simple/hello-world/' } });
  });

  it.each([
    ['application/vnd.pypi.simple.v1+json, application/vnd.pypi.simple.v1+html;q=0.1, text/html;q=0.01', 'json'],
    ['application/vnd.pypi.simple.v1+html', 'html-v1'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'html'],
    ['*/*', 'html'],
  ])('answers %s with %s', (accept, variant) => {
    expect(project(accept)).toMatchObject({ kind: 'index', package: 'hello-world', variant });
  });

  it('locates distributions and their metadata', () => {
    expect(pypi.locate(`hello-world/1.0/${wheelName}`)).toEqual({ package: 'hello-world', version: '1.0', lead: true });
    expect(pypi.locate(`hello-world/1.0/${wheelName}.metadata`)).toEqual({ package: 'hello-world', version: '1.0' });
    expect(pypi.locate('hello-world/1.0.post1/hello-world-1.0-1.tar.gz')).toMatchObject({ version: '1.0.post1' });
    expect(pypi.locate(`hello-world/2.0/${wheelName}`)).toBeUndefined();
    expect(pypi.locate('Hello/1.0/Hello-1.0.tar.gz')).toBeUndefined();
  });

  it('orders versions by PEP 440', () => {
    const sorted = ['1.0.dev1', '1.0a1', '1.0rc1', '1.0', '1.0.post1', '1.10', '1!0.1'];
    expect(sorted.toReversed().toSorted(pypi.compareVersions)).toEqual(sorted);
  });
});

describe('pypi upload', () => {
  it('keeps the wheel, its metadata file and its facts', async () => {
    const bytes = await wheel();
    const draft = await upload(form({ ...fields, sha256_digest: stagedBytes(bytes).sha256 }, { name: wheelName, bytes }));
    expect(draft?.files.map(({ path }) => path)).toEqual([`hello-world/1.0/${wheelName}`, `hello-world/1.0/${wheelName}.metadata`]);
    expect(draft?.files[0]?.inspection).toMatchObject({
      package: 'hello-world',
      facts: {
        description: 'Says hello',
        licenses: ['MIT'],
        homepage: 'https://example.test/hello',
        dependencies: [
          { name: 'requests', requirement: '(>=2,<3)', scope: 'runtime' },
          { name: 'pytest', scope: 'optional' },
        ],
      },
      properties: { 'pypi.requires.python': ['>=3.8'] },
    });
    expect(draft?.files[0]?.inspection?.facts?.readme).toContain('# Hello');
  });

  it('reads source distributions', async () => {
    const bytes = await packTar({ 'hello_world-1.0/PKG-INFO': metadata(), 'hello_world-1.0/src/hello.egg-info/PKG-INFO': 'Name: no' });
    expect((await upload(form(fields, { name: 'hello_world-1.0.tar.gz', bytes })))?.files).toMatchObject([{ path: 'hello-world/1.0/hello_world-1.0.tar.gz' }]);
  });

  it('refuses what does not fit together', async () => {
    const bytes = await wheel();
    const code = (expected: string) => expect.objectContaining({ code: expected });
    await expect(upload(form({ ...fields, sha256_digest: '0'.repeat(64) }, { name: wheelName, bytes }))).rejects.toEqual(code('checksum_mismatch'));
    await expect(upload(form({ ...fields, version: '2.0' }, { name: wheelName, bytes }))).rejects.toEqual(code('invalid_package'));
    await expect(upload(form(fields, { name: 'other-1.0-py3-none-any.whl', bytes }))).rejects.toEqual(code('invalid_package'));
    await expect(upload(form(fields, { name: wheelName, bytes: await wheel(metadata().replace('Hello.World', 'evil')) }))).rejects.toEqual(
      code('invalid_package'),
    );
    await expect(upload(form(fields, { name: wheelName, bytes: bytes.subarray(0, bytes.length - 10) }))).rejects.toEqual(code('invalid_package'));
    await expect(upload(form(fields, { name: wheelName, bytes: await packZip({ a: 'b' }) }))).rejects.toEqual(code('invalid_package'));
    await expect(upload(form(fields))).rejects.toEqual(code('bad_request'));
    await expect(upload(form({ ...fields, name: '../../etc' }, { name: wheelName, bytes }))).rejects.toEqual(code('bad_request'));
    await expect(upload(form(fields, { name: wheelName, bytes }).subarray(0, -40))).rejects.toEqual(code('bad_request'));
    await expect(upload(form({ ...fields, description: 'x'.repeat(11 * 1024 * 1024) }, { name: wheelName, bytes }))).rejects.toEqual(code('too_large'));
  });

  it('refuses the same file with other bytes in words that twine knows', async () => {
    const rows = readRows([await stored()]);
    const refusal = upload(form(fields, { name: wheelName, bytes: await wheel() }), rows);
    await expect(refusal).rejects.toMatchObject({ code: 'version_exists', message: expect.stringContaining('already exists') });
    expect(pypi.renderError!(409, 'version_exists', 'File already exists')).toMatchObject({ status: 400 });
  });

  it('reads folded headers and bodies', () => {
    const { fields: read, body } = parseCoreMetadata(Buffer.from('Name: a\r\nLicense: one\r\n        two\r\nClassifier: x\r\nClassifier: y\r\n\r\nbody\r\n'));
    expect(read.get('license')).toEqual(['one\ntwo']);
    expect(read.get('classifier')).toEqual(['x', 'y']);
    expect(body).toBe('body\n');
  });
});

describe('pypi listings', () => {
  it('renders both spellings from one model', async () => {
    const model = (await pypi.load!(project(), readRows([await stored('1.10', true), await stored('1.9')])))!;
    const json = JSON.parse(text(pypi.render!(project('application/vnd.pypi.simple.v1+json'), model, context))) as {
      versions: string[];
      files: Record<string, unknown>[];
    };
    expect(json.versions).toEqual(['1.9', '1.10']);
    expect(json.files[1]).toMatchObject({
      yanked: true,
      'requires-python': '>=3.8',
      size: 1,
      'core-metadata': { sha256: stagedBytes(Buffer.from('m')).sha256 },
    });
    const html = text(pypi.render!(project(), model, context));
    expect(html).toContain(
      `href="http://h/artifactory/api/pypi/p/packages/hello-world/1.9/hello_world-1.9-py3-none-any.whl#sha256=${stagedBytes(Buffer.from('w')).sha256}"`,
    );
    expect(html).toContain('data-requires-python="&gt;=3.8" data-yanked=""');
  });

  it.each(['application/vnd.pypi.simple.v1+json', 'text/html'])('reads what it renders as %s', async (accept) => {
    const local = (await pypi.load!(project(), readRows([await stored('1.0', true)])))!;
    const rendered = pypi.render!(project(accept), local, context);
    const parsed = pypi.parse!(project(), Buffer.from(text(rendered)), {
      url: 'http://h/artifactory/api/pypi/p/simple/hello-world/',
      contentType: rendered.contentType,
    });
    expect(parsed).toMatchObject({ project: { files: [{ path: `hello-world/1.0/${wheelName}`, yanked: true, requiresPython: '>=3.8' }] } });
    const file = pypi.classify(makeRequest('GET', `packages/hello-world/1.0/${wheelName}`))!;
    expect(pypi.fileSource!(file, parsed)).toMatchObject({
      url: `http://h/artifactory/api/pypi/p/packages/hello-world/1.0/${wheelName}`,
      sha256: stagedBytes(Buffer.from('w')).sha256,
    });
    expect(pypi.fileSource!({ ...file, path: `${file.path}.metadata` }, parsed)).toMatchObject({ sha256: stagedBytes(Buffer.from('m')).sha256 });
  });

  it('resolves relative links against the page or its base', () => {
    const page =
      '<html><head><base href="https://files.test/x/"></head><body><a href="../hello_world-1.0.tar.gz#md5=00000000000000000000000000000000" data-requires-python=">=3">x</a></body></html>';
    expect(pypi.parse!(project(), Buffer.from(page), { url: 'https://idx.test/simple/hello-world/', contentType: 'text/html' })).toMatchObject({
      project: { files: [{ url: 'https://files.test/hello_world-1.0.tar.gz', hashes: { md5: '0'.repeat(32) }, requiresPython: '>=3' }] },
    });
  });

  it.each(['', '{}', '{"files":{}}', 'plain text', '<html><a href="/login">Sign in</a></html>'])('refuses %j from an upstream', (document) => {
    expect(() => pypi.parse!(project(), Buffer.from(document), { url: 'https://i.test/', contentType: 'text/html' })).toThrow(
      expect.objectContaining({ code: 'upstream_failed' }),
    );
  });

  it('takes all files of one version from one member', async () => {
    const ours = (await pypi.load!(project(), readRows([await stored('1.0')])))!;
    const theirs = {
      project: {
        name: 'hello-world',
        versions: ['1.0', '9.0'],
        files: ['1.0', '9.0'].map((version) => ({ name: `hello_world-${version}.tar.gz`, path: 'p', version, hashes: {} })),
      },
    };
    const merged = pypi.merge!(project(), [
      { member: 'a', source: 'local', model: ours },
      { member: 'b', source: 'remote', model: theirs },
    ]);
    expect('project' in merged && merged.project.files.map(({ name }) => name)).toEqual([wheelName, 'hello_world-9.0.tar.gz']);
  });

  it('asks remotes that are given with or without the word simple', () => {
    expect(pypi.upstream!(project(), 'https://i.test/simple/').path).toBe('https://i.test/simple/hello-world/');
    expect(pypi.upstream!(project(), 'https://h/artifactory/api/pypi/p').path).toBe('https://h/artifactory/api/pypi/p/simple/hello-world/');
  });

  it('stands a hundred thousand files and hostile markup', () => {
    const links = Array.from({ length: 100_000 }, (_, index) => `<a href="hello_world-1.${index}.tar.gz">x</a>`).join('\n');
    const model = pypi.parse!(project(), Buffer.from(`<html>${links}`), { url: 'https://i.test/', contentType: 'text/html' });
    expect('project' in model && model.project.files).toHaveLength(100_000);
    expect(() => pypi.parse!(project(), Buffer.from(`<html>${'<a "'.repeat(50_000)}`), { url: 'https://i.test/', contentType: 'text/html' })).not.toThrow(
      'timeout',
    );
  });

  it('reads listings whose links and quotes never end', () => {
    const listed = (page: string) => {
      const model = pypi.parse!(project(), Buffer.from(`<html><a href="hello_world-1.0.tar.gz">x</a>${page}`), {
        url: 'https://i.test/',
        contentType: 'text/html',
      });
      return 'project' in model && model.project.files.map(({ version }) => version);
    };
    const quoted = `"${'<a '.repeat(950)}`;
    expect(listed(`<a ${quoted.repeat(2000)}`)).toEqual(['1.0']);
    expect(listed(`${'<a '.repeat(1_000_000)}<base`)).toEqual(['1.0']);
    expect(listed(`<a title="a > b" href='hello_world-1.1.tar.gz'>\ny </A><a href="hello_world-1.2.tar.gz"><b>no</b></a>`)).toEqual(['1.0', '1.1']);
    expect(listed(`<a "${'x'.repeat(4000)}"> <a href="hello_world-1.3.tar.gz">y</a>`)).toContain('1.0');
  });

  it('reads metadata that somebody filled with semicolons or blanks', async () => {
    const readFacts = async (more: string) => {
      const { files } = (await upload(form(fields, { name: wheelName, bytes: await wheel(metadata(more)) })))!;
      return files[0]?.inspection?.facts;
    };
    const filled = await readFacts(`Requires-Dist: filled ${';'.repeat(2_000_000)}\nRequires-Dist: more; python_version < '4' and extra=='x'\n`);
    expect(filled?.dependencies).toMatchObject([
      { name: 'requests', scope: 'runtime' },
      { name: 'pytest', scope: 'optional' },
      { name: 'filled', scope: 'runtime' },
      { name: 'more', scope: 'optional' },
    ]);
    expect(await readFacts(`Keywords:${' '.repeat(2_000_000)}\u2028blank\n`)).toMatchObject({ tags: ['blank'] });
  });
});
