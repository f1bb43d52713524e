/** How far the scan of a version has come. */
export const scanStates = ['not scanned', 'in progress', 'scanned', 'scan failed', 'not supported'] as const;
export type ScanState = (typeof scanStates)[number];

/** Severities of findings, worst first. */
export const severities = ['Critical', 'High', 'Medium', 'Low', 'Information', 'Unknown'] as const;
export type Severity = (typeof severities)[number];
