import { accessSettingRules } from './access/access-setting-rule-words.ts';
import { trustRules } from './access/access-trust-rule-words.ts';
import { licenceRules } from './access/licence-rule-words.ts';
import { accessRules } from './access-rule-words.ts';
import { distributionRules } from './distribution/distribution-rule-words.ts';
import { hookRules } from './events/hook-rule-words.ts';
import { bucketRules } from './mission-control/bucket-rule-words.ts';
import { federationRules } from './mission-control/federation-rule-words.ts';
import { missionRules } from './mission-control/mission-words.ts';
import { operationsRules } from './operations/operations-words.ts';
import { pipelineRules } from './pipelines/pipeline-rule-words.ts';
import { getSaid, type Problem, problemWords } from './problem-words.ts';
import { firewallRules } from './repositories/firewall-words.ts';
import { repositoryRules } from './repositories/repository-words.ts';
import { sshKeyRules } from './repositories/ssh-key-words.ts';
import { integrationRules } from './scanning/integration-words.ts';
import { policyRules } from './scanning/policy-words.ts';
import { reportRules } from './scanning/report-words.ts';
import { scanningRules } from './scanning/scanning-words.ts';
import type { Said, Sentence } from './sentences.ts';

/** Everything that schemas say. */
export const ruleWords = [
  problemWords,
  accessRules,
  accessSettingRules,
  licenceRules,
  trustRules,
  repositoryRules,
  firewallRules,
  sshKeyRules,
  distributionRules,
  hookRules,
  bucketRules,
  federationRules,
  scanningRules,
  integrationRules,
  policyRules,
  reportRules,
  missionRules,
  operationsRules,
  pipelineRules,
] as const;

/** A schema reports the words alone: their reason is found by them. */
const reasons: ReadonlyMap<string, string> = new Map(
  ruleWords.flatMap((table) => Object.values<Sentence>(table).map(({ en, reason }) => [en, reason] as const)),
);

/** Gives what a problem of a schema says, with the reason that it has in the tables. */
export function reasonedSaid(problem: Problem): Said {
  const said = getSaid(problem);
  const reason = said.reason ?? reasons.get(said.message);
  return reason === undefined ? said : { ...said, reason };
}
