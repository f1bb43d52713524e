/** Severities of findings, worst first. */
export const severities = ['Critical', 'High', 'Medium', 'Low', 'Information', 'Unknown'] as const;
export type Severity = (typeof severities)[number];
