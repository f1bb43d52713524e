import type { StepTypeName } from '@packhouse/contract/pipelines/pipeline-document.ts';
import { approval } from './approval.ts';
import { cleanup } from './cleanup.ts';
import { distribute } from './distribute.ts';
import { policy } from './policy.ts';
import { promoteBuild } from './promote-build.ts';
import { releaseBundle } from './release-bundle.ts';
import { runCommand } from './run-command.ts';
import { setProperties } from './set-properties.ts';
import type { StepType } from './step-type.ts';
import { copy, move } from './transfer.ts';
import { trigger } from './trigger.ts';
import { waitForScan } from './wait-for-scan.ts';
import { webhook } from './webhook.ts';

const types = {
  'wait-for-scan': waitForScan,
  policy,
  approval,
  'promote-build': promoteBuild,
  copy,
  move,
  'set-properties': setProperties,
  'release-bundle': releaseBundle,
  distribute,
  cleanup,
  webhook,
  trigger,
  run: runCommand,
} satisfies { [Type in StepTypeName]: StepType<Type> };

/** How steps of a type are done. */
export const getStepType = (type: StepTypeName): StepType => types[type] as unknown as StepType;
