import { getSaid, type Problem } from '@packhouse/contract/problem-words.ts';
import { type FormatId, getFormatTitle } from '@packhouse/contract/repositories/format-ids.ts';
import { type RetentionPolicy, RetentionPolicyInput, RetentionSelection } from '@packhouse/contract/repositories/retention-routes.ts';
import { words } from '@packhouse/ui/core.ts';
import { t } from './retention-words.ts';

/** A policy as the form holds it: numbers may be missing, lists are lines. */
export interface RetentionDraft {
  name: string;
  description: string;
  enabled: boolean;
  every: RetentionPolicy['every'];
  /** What becomes of what goes. */
  into: 'trash' | 'archive' | 'nothing';
  repositoryKeys: string[];
  formats: FormatId[];
  includePatterns: string;
  excludePatterns: string;
  olderThanDays: number | null;
  unusedForDays: number | null;
  keepVersions: number | null;
  withProperties: string;
  keepProperties: string;
}

type Property = RetentionPolicy['withProperties'][number];

export const newDraft: RetentionDraft = {
  name: '',
  description: '',
  enabled: true,
  every: 'never',
  into: 'trash',
  repositoryKeys: [],
  formats: [],
  includePatterns: '**',
  excludePatterns: '',
  olderThanDays: null,
  unusedForDays: null,
  keepVersions: null,
  withProperties: '',
  keepProperties: '',
};

const propertyText = ({ key, value }: Property) => (value === undefined ? key : `${key}=${value}`);
const readLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function readProperties(text: string): Property[] {
  return readLines(text).map((line) => {
    const at = line.indexOf('=');
    return at < 0 ? { key: line } : { key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}

export function makeDraft(policy: RetentionPolicy): RetentionDraft {
  const { name, description, enabled, every, permanently, archive, repositoryKeys, formats } = policy;
  return {
    name,
    description,
    enabled,
    every,
    into: archive ? 'archive' : permanently ? 'nothing' : 'trash',
    repositoryKeys,
    formats,
    includePatterns: policy.includePatterns.join('\n'),
    excludePatterns: policy.excludePatterns.join('\n'),
    olderThanDays: policy.olderThanDays ?? null,
    unusedForDays: policy.unusedForDays ?? null,
    keepVersions: policy.keepVersions ?? null,
    withProperties: policy.withProperties.map(propertyText).join('\n'),
    keepProperties: policy.keepProperties.map(propertyText).join('\n'),
  };
}

function makeSelectionFields(draft: RetentionDraft) {
  const includePatterns = readLines(draft.includePatterns);
  return {
    repositoryKeys: draft.repositoryKeys,
    formats: draft.formats,
    includePatterns: includePatterns.length > 0 ? includePatterns : ['**'],
    excludePatterns: readLines(draft.excludePatterns),
    ...(draft.olderThanDays === null ? {} : { olderThanDays: draft.olderThanDays }),
    ...(draft.unusedForDays === null ? {} : { unusedForDays: draft.unusedForDays }),
    ...(draft.keepVersions === null ? {} : { keepVersions: draft.keepVersions }),
    withProperties: readProperties(draft.withProperties),
    keepProperties: readProperties(draft.keepProperties),
  };
}

/** Gives what the draft selects; undefined while it says nothing yet, or nothing that holds together. */
export function findSelection(draft: RetentionDraft): RetentionSelection | undefined {
  return RetentionSelection.safeParse(makeSelectionFields(draft)).data;
}

/** Gives what is sent to be stored. @throws Error with the fields that need another look */
export function getInput(draft: RetentionDraft): RetentionPolicyInput {
  const { name, description, enabled, every, into } = draft;
  const input = { name, description, enabled, every, permanently: into === 'nothing', archive: into === 'archive', ...makeSelectionFields(draft) };
  const result = RetentionPolicyInput.safeParse(input);
  if (result.success) return result.data;
  const fields = result.error.issues.map((issue) => ({
    path: String(issue.path[0] ?? ''),
    message: issue.code === 'custom' ? t('reasonWanted') : words().said(getSaid(issue as Problem)),
  }));
  throw Object.assign(new Error(fields[0]?.message), { fields });
}

/** A policy in one line: 'older than 30 days, all but the newest 5 versions'. */
export function ruleText(policy: RetentionPolicy): string {
  const { olderThanDays, unusedForDays, keepVersions, withProperties } = policy;
  return [
    olderThanDays !== undefined && t('olderThan', { count: olderThanDays }),
    unusedForDays !== undefined && t('unusedFor', { count: unusedForDays }),
    keepVersions !== undefined && t('beyond', { count: keepVersions }),
    withProperties.length > 0 && t('having', { properties: withProperties.map(propertyText).join(', ') }),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Where it looks, in short. */
export function whereText({ repositoryKeys, formats }: Pick<RetentionPolicy, 'repositoryKeys' | 'formats'>): string {
  const places = repositoryKeys.length > 2 ? t('places', { count: repositoryKeys.length }) : repositoryKeys.join(', ');
  return [places, formats.map(getFormatTitle).join(', ')].filter((part) => part !== '').join(' · ') || t('everywhere');
}
