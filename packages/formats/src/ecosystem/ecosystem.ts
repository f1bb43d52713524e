import type { AdvisoryRules } from '../advisory-rules.ts';
import type { LibraryEvidence } from '../library-evidence.ts';

/** An ecosystem whose packages are found in what others are made of, and whose clients no repository here serves. */
export interface Ecosystem {
  /** As advisories call it. https://ossf.github.io/osv-schema/#defined-ecosystems */
  readonly id: string;
  /** Type in package URLs. https://github.com/package-url/purl-spec/blob/main/PURL-TYPES.rst */
  readonly purlType: string;
  readonly advisories: AdvisoryRules;
  readonly evidence: readonly LibraryEvidence[];
  /** About how many records OSV publishes of it, null where nobody knows, under which licences. */
  readonly published: { readonly records: number | null; readonly licence: string };
}
