/** What a policy is about. */
export const policyTypes = ['security', 'license', 'operational_risk'] as const;
export type PolicyType = (typeof policyTypes)[number];
