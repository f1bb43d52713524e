import { getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { failsPullRequests, type PolicyRule } from '@packhouse/contract/scanning/policy-routes.ts';
import type { PolicyType } from '@packhouse/contract/scanning/policy-types.ts';
import { nameSeverity } from '@packhouse/ui/core.ts';
import { t } from './governing-words.ts';

function whatText(type: PolicyType, { criteria }: PolicyRule): string {
  const { min_severity, cvss_range, vulnerability_ids, malicious_package, allowed_licenses, banned_licenses, op_risk_min_risk } = criteria;
  if (type === 'operational_risk') return `${t('risk')} ${t(`risk_${op_risk_min_risk ?? 'High'}`)}`;
  if (allowed_licenses?.length) return `${t('licenceNotAmong')} ${allowed_licenses.join(', ')}`;
  if (banned_licenses?.length) return `${t('licenceAmong')} ${banned_licenses.join(', ')}`;
  if (malicious_package) return t('malicious');
  if (vulnerability_ids?.length) return vulnerability_ids.join(', ');
  if (cvss_range) return t('cvss', cvss_range);
  return min_severity === undefined || min_severity === 'All Severities' ? t('anyFinding') : t('orWorse', { severity: nameSeverity(min_severity) });
}

/** What narrows a condition about vulnerabilities, in words behind it. */
function narrow(plain: string, { criteria }: PolicyRule): string {
  const { exploited, epss_min, fix_version_dependant, package_name, package_type, package_versions = [] } = criteria;
  const fixable = fix_version_dependant ? t('withFix', { what: plain }) : plain;
  const known = exploited ? t('withExploited', { what: fixable }) : fixable;
  const likely = epss_min === undefined ? known : t('withLikely', { what: known, percent: Number((epss_min * 100).toFixed(6)) });
  if (package_name === undefined) return likely;
  const named = [package_name, ...(package_type === undefined ? [] : [`(${getFormatTitle(package_type)})`]), package_versions.join(', ')];
  return t('inPackages', { what: likely, packages: named.filter(Boolean).join(' ') });
}

/** A rule in short, as lists show it. */
export function ruleText(type: PolicyType, rule: PolicyRule): string {
  const { block_download: block, fail_build: fails, mails, notify_deployer, notify_watch_recipients } = rule.actions;
  const what = narrow(whatText(type, rule), rule);
  const days = block?.grace_period_days ?? 0;
  const actions = [...(block?.active ? [days > 0 ? t('blocksAfter', { count: days }) : t('blocksAtOnce')] : []), ...(fails ? [t('failBuild')] : [])];
  if (failsPullRequests(rule.actions)) actions.push(t('failPulls'));
  if (rule.actions.block_release_bundle_distribution) actions.push(t('noDistribution'));
  if (rule.actions.block_release_bundle_promotion) actions.push(t('noPromotion'));
  if (mails?.length || notify_deployer || notify_watch_recipients) actions.push(t('tells'));
  return t('arrow', { what, actions: actions.length > 0 ? actions.join(', ') : t('notesOnly') });
}
