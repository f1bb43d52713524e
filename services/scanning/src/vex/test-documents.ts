// Documents after the examples of their specifications.

/** https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md#example */
export function openVex(statements: readonly object[], more: object = {}) {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://acme.example/vex/2026-1',
    author: 'ACME Security',
    role: 'Document Creator',
    timestamp: '2026-03-01T10:00:00Z',
    version: 1,
    statements,
    ...more,
  };
}

/** https://github.com/CycloneDX/bom-examples/tree/master/VEX */
export function cycloneDxVex(vulnerabilities: readonly object[], more: object = {}) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
    version: 1,
    metadata: { timestamp: '2026-03-01T10:00:00Z', supplier: { name: 'ACME Security' } },
    vulnerabilities,
    ...more,
  };
}

interface CsafParts {
  tree: object;
  vulnerabilities: readonly object[];
  tracking?: object;
}

/** https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#45-profile-5-vex */
export function csafVex({ tree, vulnerabilities, tracking = {} }: CsafParts) {
  return {
    document: {
      category: 'csaf_vex',
      csaf_version: '2.0',
      title: 'About log4j',
      publisher: { category: 'vendor', name: 'ACME Security', namespace: 'https://acme.example' },
      tracking: {
        id: 'ACME-2026-1',
        version: '1.0.0',
        status: 'final',
        initial_release_date: '2026-03-01T10:00:00Z',
        current_release_date: '2026-03-01T10:00:00Z',
        revision_history: [{ date: '2026-03-01T10:00:00Z', number: '1.0.0', summary: 'Initial version' }],
        ...tracking,
      },
    },
    product_tree: tree,
    vulnerabilities,
  };
}
