import type { Severity } from '@packhouse/contract/severities.ts';
import { words } from '../ui-words.ts';

/** Says how bad something is, in the reader's language; calls and addresses keep the severity itself. */
export const nameSeverity = (severity: Severity): string => words().severities[severity];
