import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { firstLine, type Step, writeStep } from './progress.ts';

/** Writes each file and test of a Vitest run down as it begins and as it ends. */
export function reportProgress(file: string): Reporter {
  const tellFile = (testModule: TestModule, state: Step['state'], why?: string) =>
    writeStep(file, { kind: 'file', place: testModule.relativeModuleId, state, why });
  const tellTest = (test: TestCase, state: Step['state'], why?: string) =>
    writeStep(file, { kind: 'test', place: `${test.module.relativeModuleId} > ${test.fullName} (${test.id})`, state, why });
  const tellResult = (test: TestCase) => {
    const { state, errors } = test.result();
    tellTest(test, state === 'pending' ? 'running' : state, state === 'failed' ? firstLine(errors[0]?.message) : undefined);
  };
  return {
    onTestModuleQueued: (testModule) => tellFile(testModule, 'running'),
    onTestModuleEnd(testModule) {
      // On a busy machine it happens that the end of a short test is told before its beginning.
      for (const test of testModule.children.allTests()) tellResult(test);
      const errors = [testModule, ...testModule.children.allSuites()].flatMap((one) => one.errors());
      tellFile(testModule, testModule.ok() ? 'passed' : 'failed', firstLine(errors[0]?.message));
    },
    onTestCaseReady: (test) => tellTest(test, 'running'),
    onTestCaseResult: tellResult,
  };
}
