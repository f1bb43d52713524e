import { formatRefusals } from '@packhouse/formats/format-refusals.ts';
import { accessWords } from './access/access-words.ts';
import { federationWords } from './access/federation-words.ts';
import { signInWords } from './access/sign-in-words.ts';
import { trustWords } from './access/trust-words.ts';
import { clientWords } from './client-words.ts';
import { archiveWords } from './distribution/archive-words.ts';
import { deploymentTargetWords } from './distribution/deployment-target-words.ts';
import { distributionWords } from './distribution/distribution-words.ts';
import { promotionWords } from './distribution/promotion-words.ts';
import { releaseBundleCleanupWords } from './distribution/release-bundle-cleanup-words.ts';
import { hookWords } from './events/hook-words.ts';
import { templateWords } from './events/template-words.ts';
import { insightWords } from './insight/insight-words.ts';
import { kernelWords } from './kernel-words.ts';
import { bucketWords } from './mission-control/bucket-words.ts';
import { federationMissionWords } from './mission-control/federation-mission-words.ts';
import { missionWords } from './mission-control/mission-words.ts';
import { operationsWords } from './operations/operations-words.ts';
import { foresightWords } from './pipelines/foresight-words.ts';
import { pipelineWords } from './pipelines/pipeline-words.ts';
import { runnerWords } from './pipelines/runner-words.ts';
import { cleanupWords } from './repositories/cleanup-words.ts';
import { descriptorWords } from './repositories/descriptor-words.ts';
import { evidenceWords } from './repositories/evidence-words.ts';
import { firewallWords } from './repositories/firewall-words.ts';
import { queryWords } from './repositories/query-words.ts';
import { replicationWords } from './repositories/replication-words.ts';
import { repositoryWords } from './repositories/repository-words.ts';
import { sshKeyWords } from './repositories/ssh-key-words.ts';
import { storageWords } from './repositories/storage-words.ts';
import { upstreamWords } from './repositories/upstream-words.ts';
import { vaultWords } from './repositories/vault-words.ts';
import { ruleWords } from './rule-words.ts';
import { gitWords } from './scanning/git-words.ts';
import { integrationWords } from './scanning/integration-words.ts';
import { policyWords } from './scanning/policy-words.ts';
import { reportWords } from './scanning/report-words.ts';
import { scanningWords } from './scanning/scanning-words.ts';
import { vexWords } from './scanning/vex-words.ts';
import type { Sentence } from './sentences.ts';
import { sharedWords } from './shared-words.ts';

/** Every table of sentences: for whoever says them in another language, and for the tests that hold them to their rules. */
export const allWords: readonly Readonly<Record<string, Sentence>>[] = [
  ...ruleWords,
  accessWords,
  trustWords,
  federationWords,
  federationMissionWords,
  signInWords,
  clientWords,
  archiveWords,
  deploymentTargetWords,
  distributionWords,
  promotionWords,
  releaseBundleCleanupWords,
  templateWords,
  hookWords,
  insightWords,
  bucketWords,
  kernelWords,
  missionWords,
  operationsWords,
  pipelineWords,
  runnerWords,
  foresightWords,
  queryWords,
  cleanupWords,
  descriptorWords,
  replicationWords,
  repositoryWords,
  storageWords,
  evidenceWords,
  firewallWords,
  sshKeyWords,
  upstreamWords,
  vaultWords,
  scanningWords,
  gitWords,
  integrationWords,
  policyWords,
  vexWords,
  reportWords,
  sharedWords,
  ...formatRefusals,
];
