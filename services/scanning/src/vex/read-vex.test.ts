import { expect, it } from 'vitest';
import { readVex } from './read-vex.ts';
import { csafVex, cycloneDxVex, openVex } from './test-documents.ts';

const read = (document: unknown) => readVex(Buffer.from(JSON.stringify(document)), new Date('2026-03-02T00:00:00Z'));
const digest = 'a'.repeat(64);

it('reads OpenVEX: names, status, why, and products by package URL and digest', () => {
  const document = openVex([
    {
      vulnerability: { '@id': 'https://nvd.example/cve-2026-1', name: 'cve-2026-1', aliases: ['GHSA-aaaa-bbbb-cccc'] },
      products: [
        { '@id': 'pkg:npm/%40acme/app@1.0.0' },
        { '@id': 'https://acme.example/app', identifiers: { purl: 'pkg:npm/app' }, hashes: { 'sha-256': digest } },
        { '@id': 'pkg:oci/web@sha256%3Abbbb', identifiers: { purl: `pkg:oci/web@sha256%3A${digest}?repository_url=registry.example%2Fweb&tag=1` } },
      ],
      status: 'not_affected',
      justification: 'vulnerable_code_not_in_execute_path',
      impact_statement: 'It is never called',
      timestamp: '2026-02-01T10:00:00Z',
    },
    { vulnerability: { name: 'CVE-2026-2' }, products: [{ '@id': 'pkg:npm/app@1.0.0' }], status: 'affected', action_statement: 'Take 1.1.0' },
  ]);
  expect(read(document)).toMatchObject({
    format: 'openvex',
    id: 'https://acme.example/vex/2026-1',
    version: '1',
    issuer: 'ACME Security',
    statements: [
      {
        names: ['CVE-2026-1', 'GHSA-aaaa-bbbb-cccc'],
        status: 'not_affected',
        justification: 'vulnerable_code_not_in_execute_path',
        impact: 'It is never called',
        at: new Date('2026-02-01T10:00:00Z'),
        products: [
          {
            name: 'pkg:npm/%40acme/app@1.0.0',
            unknown: false,
            scopes: [
              { components: [{ ecosystem: 'npm', name: '@acme/app', version: '1.0.0' }], artifacts: null },
              { components: null, artifacts: [{ format: 'npm', package: '@acme/app', version: '1.0.0' }] },
            ],
          },
          { name: 'https://acme.example/app', scopes: [{ components: null, artifacts: [{ sha256: digest }] }] },
          { scopes: [{ components: null, artifacts: [{ sha256: digest }] }] },
        ],
      },
      { names: ['CVE-2026-2'], status: 'affected', justification: null, action: 'Take 1.1.0', at: new Date('2026-03-01T10:00:00Z') },
    ],
  });
});

it('reads parts of products of OpenVEX as these within the product alone, also as older documents have them', () => {
  const part = { scopes: [{ components: [{ ecosystem: 'npm', name: 'inner', version: '0.3.0' }], artifacts: [{ format: 'npm', package: 'app' }] }] };
  const said = { status: 'under_investigation' };
  const fresh = { ...said, vulnerability: { name: 'CVE-2026-1' }, products: [{ '@id': 'pkg:npm/app', subcomponents: [{ '@id': 'pkg:npm/inner@0.3.0' }] }] };
  const old = { ...said, vulnerability: 'CVE-2026-1', products: ['pkg:npm/app'], subcomponents: ['pkg:npm/inner@0.3.0'] };
  const unknown = { ...fresh, products: [{ '@id': 'https://acme.example/app', subcomponents: [{ '@id': 'pkg:npm/inner@0.3.0' }] }] };
  const { statements } = read(openVex([fresh, old, unknown], { '@context': 'https://openvex.dev/ns' }));
  expect(statements.map(({ products }) => products)).toMatchObject([[part], [part], [{ within: 'https://acme.example/app', unknown: true, scopes: [] }]]);
});

it('reads CycloneDX: what is about the product of the document, a part of it, and versions that are said to be unaffected', () => {
  const metadata = {
    timestamp: '2026-03-01T10:00:00Z',
    authors: [{ name: 'ACME Security' }],
    component: { type: 'application', 'bom-ref': 'app', name: 'app', version: '1.0.0', purl: 'pkg:npm/app@1.0.0' },
  };
  const components = [{ type: 'library', 'bom-ref': 'one', name: 'inner', purl: 'pkg:npm/inner@0.3.0' }];
  const vulnerabilities = [
    {
      id: 'CVE-2026-1',
      references: [{ id: 'GHSA-aaaa-bbbb-cccc', source: { name: 'GitHub' } }],
      analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'Never called', lastUpdated: '2026-03-02T10:00:00Z' },
      affects: [{ ref: 'one' }, { ref: 'app' }],
    },
    { id: 'CVE-2026-2', analysis: { state: 'exploitable', response: ['update'] }, affects: [{ ref: 'app' }] },
    {
      id: 'CVE-2026-3',
      analysis: { state: 'resolved' },
      affects: [
        {
          ref: 'app',
          versions: [{ version: '1.1.0', status: 'unaffected' }, { range: 'vers:npm/>=2.0.0', status: 'unaffected' }, { version: '1.0.0' }],
        },
      ],
    },
    { id: 'CVE-2026-4', affects: [{ ref: 'app' }] },
    { id: 'CVE-2026-5', analysis: { state: 'false_positive' }, affects: [{ ref: 'urn:cdx:f08a6ccd-4dce-4759-bd84-c626675d60a7/1#pkg:npm/other@1.0.0' }] },
  ];
  const { statements, ...document } = read(cycloneDxVex(vulnerabilities, { metadata, components }));
  expect(document).toMatchObject({ id: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79', version: '1', issuer: 'ACME Security' });
  const app = { ecosystem: 'npm', name: 'app' };
  expect(statements).toMatchObject([
    {
      names: ['CVE-2026-1', 'GHSA-aaaa-bbbb-cccc'],
      status: 'not_affected',
      justification: 'code_not_reachable',
      impact: 'Never called',
      at: new Date('2026-03-02T10:00:00Z'),
      products: [
        {
          name: 'pkg:npm/inner@0.3.0',
          within: 'pkg:npm/app@1.0.0',
          scopes: [{ components: [{ name: 'inner', version: '0.3.0' }], artifacts: [{ package: 'app', version: '1.0.0' }] }],
        },
        { within: null, scopes: [{ components: [{ ...app, version: '1.0.0' }] }, { artifacts: [{ package: 'app', version: '1.0.0' }] }] },
      ],
    },
    { status: 'affected', action: 'update' },
    {
      status: 'fixed',
      products: [
        { scopes: [{ components: [{ ...app, version: '1.1.0' }] }, { artifacts: [{ version: '1.1.0' }] }] },
        { scopes: [{ components: [{ ...app, range: 'vers:npm/>=2.0.0', versions: [] }] }] },
      ],
    },
    { names: ['CVE-2026-5'], status: 'not_affected', products: [{ unknown: true, scopes: [] }] },
  ]);
});

const branches = (...products: object[]) => [{ category: 'vendor', name: 'ACME', branches: [{ category: 'product_name', name: 'App', branches: products }] }];
const version = (id: string, helper: object, more: object = {}) => ({
  category: 'product_version',
  name: '1.0.0',
  product: { name: `App ${id}`, product_id: id, product_identification_helper: helper },
  ...more,
});

it('reads CSAF: the tree of products, relationships, groups, flags and impacts', () => {
  const tree = {
    branches: branches(
      version('P1', { purl: 'pkg:npm/app@1.0.0' }),
      version('P2', { hashes: [{ filename: 'app.tgz', file_hashes: [{ algorithm: 'sha256', value: digest }] }] }),
      version('P3', { purl: 'pkg:npm/app' }, { category: 'product_version_range', name: 'vers:npm/>=2.0.0|<3.0.0' }),
      version('P4', { purl: 'pkg:npm/inner@0.3.0' }),
      version('P5', { cpe: 'cpe:/a:acme:app:1' }),
    ),
    relationships: [
      {
        category: 'default_component_of',
        product_reference: 'P4',
        relates_to_product_reference: 'P1',
        full_product_name: { name: 'inner in App', product_id: 'R1' },
      },
      {
        category: 'default_component_of',
        product_reference: 'P4',
        relates_to_product_reference: 'P5',
        full_product_name: { name: 'inner in another', product_id: 'R2' },
      },
    ],
    product_groups: [{ group_id: 'G1', product_ids: ['P1', 'P2'] }],
  };
  const vulnerability = {
    cve: 'CVE-2026-1',
    ids: [{ system_name: 'GitHub', text: 'GHSA-aaaa-bbbb-cccc' }],
    product_status: { known_not_affected: ['P1', 'P2', 'R1', 'R2'], fixed: ['P3'], known_affected: ['P4'], under_investigation: ['P5'] },
    flags: [{ label: 'component_not_present', group_ids: ['G1'] }],
    threats: [{ category: 'impact', details: 'It is not built in', product_ids: ['R1', 'R2'] }],
    remediations: [{ category: 'vendor_fix', details: 'Take 2.0.0', product_ids: ['P4'] }],
  };
  const { statements, ...document } = read(csafVex({ tree, vulnerabilities: [vulnerability] }));
  expect(document).toMatchObject({ format: 'csaf', id: 'ACME-2026-1', version: '1.0.0', issuer: 'ACME Security', title: 'About log4j' });
  const names = ['CVE-2026-1', 'GHSA-aaaa-bbbb-cccc'];
  expect(statements).toMatchObject([
    {
      names,
      status: 'not_affected',
      justification: 'component_not_present',
      products: [{ name: 'App P1' }, { scopes: [{ artifacts: [{ sha256: digest }] }] }],
    },
    {
      status: 'not_affected',
      justification: null,
      impact: 'It is not built in',
      products: [
        { name: 'App P4', within: 'App P1', scopes: [{ components: [{ name: 'inner' }], artifacts: [{ package: 'app', version: '1.0.0' }] }] },
        { name: 'App P4', within: 'App P5', unknown: true, scopes: [] },
      ],
    },
    { status: 'fixed', products: [{ scopes: [{ components: [{ name: 'app', range: 'vers:npm/>=2.0.0|<3.0.0' }] }] }] },
    { status: 'under_investigation', products: [{ unknown: true }] },
    { status: 'affected', action: 'Take 2.0.0', products: [{ name: 'App P4' }] },
  ]);
});

it('reads several package URLs of one product, as CSAF 2.1 has them', () => {
  const tree = {
    full_product_names: [{ name: 'App', product_id: 'P1', product_identification_helper: { purls: ['pkg:npm/app@1.0.0', 'pkg:npm/old-app@1.0.0'] } }],
  };
  const document = csafVex({ tree, vulnerabilities: [{ cve: 'CVE-2026-1', product_status: { known_not_affected: ['P1'] } }] });
  const { statements } = read({ ...document, document: { ...document.document, csaf_version: '2.1' } });
  expect(statements[0]!.products[0]!.scopes.flatMap(({ components }) => components ?? []).map(({ name }) => name)).toEqual(['app', 'old-app']);
});

const sound = { vulnerability: { name: 'CVE-2026-1' }, products: [{ '@id': 'pkg:npm/app' }], status: 'fixed' };
const nested = (depth: number): object => (depth === 0 ? {} : { inner: nested(depth - 1) });

it.each([
  ['statements', openVex([])],
  ['statements[0].status', openVex([{ ...sound, status: 'harmless' }])],
  ['statements[1].vulnerability.name', openVex([sound, { ...sound, vulnerability: {} }])],
  ['statements[0].products[0].@id', openVex([{ ...sound, products: [{}] }])],
  ['statements[0].products', openVex([{ ...sound, products: {} }])],
  ['statements[0].products[1]', openVex([{ ...sound, products: ['pkg:npm/app', 7] }])],
  ['statements[0]', openVex([{ ...sound, status: 'not_affected' }])],
  ['statements[0].timestamp', openVex([{ ...sound, timestamp: 'yesterday' }])],
  ['author', openVex([sound], { author: '' })],
  ['@id', openVex([sound], { '@id': 'x'.repeat(2000) })],
  ['version', openVex([sound], { version: 'new' })],
  ['statements[5000]', openVex(Array(5001).fill(sound))],
  ['statements[0].products[20000]', openVex([{ ...sound, products: Array(20_001).fill('pkg:npm/app') }])],
  ['statements[0].products[0].subcomponents[0]', openVex([{ ...sound, products: [{ '@id': 'pkg:npm/app', subcomponents: [true] }] }])],
  ['vulnerabilities[0].analysis.state', cycloneDxVex([{ id: 'CVE-1', analysis: { state: 'fine' } }])],
  ['vulnerabilities[0].affects[0].ref', cycloneDxVex([{ id: 'CVE-1', analysis: { state: 'resolved' }, affects: [{ ref: 'nowhere' }] }])],
  ['metadata', cycloneDxVex([{ id: 'CVE-1', analysis: { state: 'resolved' } }], { metadata: {} })],
  ['vulnerabilities', cycloneDxVex([{ id: 'CVE-1' }])],
  ['vulnerabilities[0].product_status.fixed[0]', csafVex({ tree: {}, vulnerabilities: [{ cve: 'CVE-1', product_status: { fixed: ['constructor'] } }] })],
  ['vulnerabilities[0].cve', csafVex({ tree: {}, vulnerabilities: [{}] })],
  ['document.tracking.current_release_date', csafVex({ tree: {}, vulnerabilities: [], tracking: { current_release_date: 'soon' } })],
  ['document.category', { ...csafVex({ tree: {}, vulnerabilities: [] }), document: { csaf_version: '2.0', category: 'csaf_base' } }],
])('refuses what cannot be read, by its place: %s', (path, document) => {
  expect(() => read(document)).toThrow(expect.objectContaining({ code: 'invalid_input', detail: [expect.objectContaining({ path })] }));
});

it('refuses what is nested too deeply and what reaches for prototypes, and what is no document of VEX', () => {
  const deep = Array(61).fill('inner').join('.');
  expect(() => read(openVex([sound], nested(62)))).toThrow(expect.objectContaining({ detail: [expect.objectContaining({ path: deep })] }));
  const reaching = JSON.stringify(openVex([sound])).replace('"role"', '"__proto__"');
  expect(() => readVex(Buffer.from(reaching))).toThrow(expect.objectContaining({ detail: [expect.objectContaining({ path: '__proto__' })] }));
  for (const text of ['', 'null', '[]', '{}', '{"bomFormat":"SPDX"}', '<bom/>', `${'['.repeat(100_000)}${']'.repeat(100_000)}`])
    expect(() => readVex(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'invalid_input', reason: 'vex_unreadable' }));
});

it('takes text that no database holds out of what is told', () => {
  const [statement] = read(openVex([{ ...sound, status: 'not_affected', impact_statement: 'Never\u0000 called \ud800' }])).statements;
  expect(statement!.impact).toBe('Never called \ufffd');
});
