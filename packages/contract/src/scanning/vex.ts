import { z } from 'zod';

export const vexFormats = ['openvex', 'cyclonedx', 'csaf'] as const;
export type VexFormat = (typeof vexFormats)[number];

/** How it stands with a vulnerability in a product. https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md#status-labels */
export const vexStatuses = ['not_affected', 'affected', 'fixed', 'under_investigation'] as const;
export type VexStatus = (typeof vexStatuses)[number];

/** Why a product is not affected, in the words of OpenVEX and CSAF; those of CycloneDX are its own. https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md#status-justifications */
export const vexJustifications = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const;

/** Why a rule is there that comes of a statement of others; its author is the issuer. */
export const RuleOfVex = z.object({
  /** Id of the document here. */
  document: z.uuid(),
  status: z.enum(vexStatuses),
  justification: z.string().nullable(),
  impact: z.string(),
});
export type RuleOfVex = z.output<typeof RuleOfVex>;

/** What somebody else says of a vulnerability in what is looked at. */
export const Assessment = z.object({
  issuer: z.string(),
  /** An administrator trusts the issuer, so that it is acted on where it says that nothing is to be feared. */
  trusted: z.boolean(),
  status: z.enum(vexStatuses),
  justification: z.string().nullable(),
  impact: z.string(),
  /** What to do about it. */
  action: z.string(),
  at: z.iso.datetime(),
  /** The document as its issuer calls it. */
  document: z.string(),
  version: z.string(),
});
export type Assessment = z.output<typeof Assessment>;
