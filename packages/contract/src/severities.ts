import { constants } from './constants.ts';

const [high, medium, low, unknown] = constants.severityOrder;

/** Severities of findings, worst first. */
export const severities = ['Critical', high, medium, low, 'Information', unknown] as const;
export type Severity = (typeof severities)[number];
