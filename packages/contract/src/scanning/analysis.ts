import { z } from 'zod';
import { scanningRules } from './scanning-words.ts';

/** What can be said of a vulnerability that is ignored, in the words of CycloneDX. https://cyclonedx.org/docs/1.6/json/#vulnerabilities_items_analysis_state */
export const analysisStates = ['not_affected', 'false_positive', 'exploitable'] as const;

/** Why something is not affected. https://cyclonedx.org/docs/1.6/json/#vulnerabilities_items_analysis_justification */
export const justifications = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
] as const;

/** What documents of VEX tell of what an ignore rule hides. */
export const Analysis = z
  .strictObject({ state: z.enum(analysisStates), justification: z.enum(justifications).optional() })
  .refine(({ state, justification }) => justification === undefined || state === 'not_affected', {
    error: scanningRules.justified_where_not_affected.en,
    path: ['justification'],
  });
export type Analysis = z.output<typeof Analysis>;
