/** Sorts of statements, by the beginning of their types. https://github.com/in-toto/attestation/tree/main/spec/predicates */
const categories: readonly (readonly [string, string])[] = [
  ['https://slsa.dev/provenance/', 'provenance'],
  ['https://slsa.dev/verification_summary/', 'verification'],
  ['https://cyclonedx.org/bom', 'sbom'],
  ['https://spdx.dev/Document', 'sbom'],
  ['https://in-toto.io/attestation/test-result/', 'test'],
  ['https://in-toto.io/attestation/vulns/', 'scan'],
  ['https://cosign.sigstore.dev/attestation/vuln/', 'scan'],
  ['https://in-toto.io/attestation/release/', 'release'],
];

/** Which sort of statement a type stands for; `custom` for everything that nobody else defines. */
export function readCategory(predicateType: string): string {
  return categories.find(([start]) => predicateType.startsWith(start))?.[1] ?? 'custom';
}

/** A short name for a type, as file names have it: `https://slsa.dev/provenance/v1` is `provenance-v1`. */
export function makeSlug(predicateType: string): string {
  const path = URL.canParse(predicateType) ? new URL(predicateType).pathname : predicateType;
  const slug = path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return slug.slice(0, 60) || 'statement';
}
