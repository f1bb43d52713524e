import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { type Step, writeStep } from './progress.ts';

/** Writes each file and test of a Vitest run down as it begins and as it ends. */
export function reportProgress(file: string): Reporter {
  const tellFile = (testModule: TestModule, state: Step['state']) => writeStep(file, { kind: 'file', place: testModule.relativeModuleId, state });
  const tellTest = (test: TestCase, state: Step['state']) =>
    writeStep(file, { kind: 'test', place: `${test.module.relativeModuleId} > ${test.fullName} (${test.id})`, state });
  return {
    onTestModuleQueued: (testModule) => tellFile(testModule, 'running'),
    onTestModuleEnd: (testModule) => tellFile(testModule, testModule.ok() ? 'passed' : 'failed'),
    onTestCaseReady: (test) => tellTest(test, 'running'),
    onTestCaseResult(test) {
      const { state } = test.result();
      tellTest(test, state === 'pending' ? 'running' : state);
    },
  };
}
