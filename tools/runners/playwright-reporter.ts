import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { firstLine, progressVariable, type Step, writeStep } from './progress.ts';

/** Writes each test of a Playwright run down as it begins and as it ends; Playwright asks for a default export. */
export default class ProgressReporter implements Reporter {
  readonly #file = process.env[progressVariable];

  onTestBegin(test: TestCase): void {
    this.#tell(test, 'running');
  }

  onTestEnd(test: TestCase, { status, error }: TestResult): void {
    this.#tell(test, status === 'skipped' ? 'skipped' : status === test.expectedStatus ? 'passed' : 'failed', firstLine(error?.message));
  }

  #tell(test: TestCase, state: Step['state'], why?: string): void {
    if (this.#file !== undefined) writeStep(this.#file, { kind: 'test', place: test.titlePath().filter(Boolean).join(' > '), state, why });
  }
}
