import { session } from '@packhouse/console-kit/session/session.ts';
import { ProjectKey, ProjectName } from '@packhouse/contract/access/access-project-names.ts';
import {
  defaultProject,
  type desiredFeatures,
  type onboardingRoles,
  type purposes,
  type QuestionnaireAnswers,
} from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { spokenProblem } from '@packhouse/ui/form/spoken-problem.ts';
import { t } from '../onboarding-words.ts';

/** Steps of the questionnaire, in order. */
export const questionnaireSteps = ['init', 'purpose', 'details', 'desiredFeatures'] as const;
export type QuestionnaireStep = (typeof questionnaireSteps)[number];

/** Everything that is asked. */
export interface Answers {
  purpose?: (typeof purposes)[number];
  companyName: string;
  ossProjectName: string;
  role?: (typeof onboardingRoles)[number];
  otherRole: string;
  desiredFeature: readonly (typeof desiredFeatures)[number][];
  /** Make a first project of this name and key. */
  makeProject: boolean;
  name: string;
  key: string;
}

const fieldsByStep = {
  init: [],
  purpose: ['purpose'],
  details: ['role', 'otherRole', 'companyName', 'ossProjectName', 'makeProject', 'name', 'key'],
  desiredFeatures: ['desiredFeature'],
} as const satisfies Record<QuestionnaireStep, readonly (keyof Answers)[]>;

export interface StepProgress {
  stepDataObject: Partial<Answers>;
  isCompleted: boolean;
  isValid: boolean;
}
export type Progress = Readonly<Record<QuestionnaireStep, StepProgress>>;

export type Problems = Partial<Record<keyof Answers, string>>;

/** Tells what a step still lacks, by field. */
export function makeProblems(step: QuestionnaireStep, answers: Answers): Problems {
  const problems: Problems = {};
  if (step === 'purpose' && !answers.purpose) problems.purpose = t('purposeMissing');
  if (step === 'desiredFeatures' && answers.desiredFeature.length === 0) problems.desiredFeature = t('featureMissing');
  if (step === 'details') {
    if (!answers.role) problems.role = t('roleMissing');
    if (answers.role === 'Other' && answers.otherRole.trim() === '') problems.otherRole = t('otherRoleMissing');
    if (answers.purpose === 'Commercial' && answers.companyName.trim() === '') problems.companyName = t('companyMissing');
    if (answers.makeProject) Object.assign(problems, projectProblems(answers));
  }
  return problems;
}

function projectProblems({ name, key }: Answers): Problems {
  const nameProblem = spokenProblem(ProjectName.safeParse(name));
  const keyProblem = spokenProblem(ProjectKey.safeParse(key));
  return { ...(nameProblem && { name: nameProblem }), ...(keyProblem && { key: keyProblem }) };
}

/** The answers before anybody gave one; only administrators can make a project. */
export function noAnswers(administrator: boolean): Answers {
  return { companyName: '', ossProjectName: '', otherRole: '', desiredFeature: [], makeProject: administrator, ...defaultProject };
}

/** The progress with the answers put into their steps; steps that were completed stay so. */
export function getProgress(answers: Answers, completed: ReadonlySet<QuestionnaireStep>): Progress {
  const entries = questionnaireSteps.map((step) => {
    const stepDataObject = Object.fromEntries(fieldsByStep[step].map((field) => [field, answers[field]]));
    return [step, { stepDataObject, isCompleted: completed.has(step), isValid: Object.keys(makeProblems(step, answers)).length === 0 }];
  });
  return Object.fromEntries(entries) as Progress;
}

/** The answers of all steps in one. */
export function getAnswers(progress: Progress, start: Answers): Answers {
  return Object.assign({}, start, ...questionnaireSteps.map((step) => progress[step].stepDataObject)) as Answers;
}

/** The answers as they are sent: those that were asked, trimmed. */
export function flatten({ makeProject, name, key, purpose, role, companyName, ossProjectName, otherRole, desiredFeature }: Answers): QuestionnaireAnswers {
  return {
    ...(purpose && { purpose }),
    ...(role && { role }),
    ...(purpose === 'Commercial' && { companyName: companyName.trim() }),
    ...(purpose === 'Personal' && ossProjectName.trim() !== '' && { ossProjectName: ossProjectName.trim() }),
    ...(role === 'Other' && { otherRole: otherRole.trim() }),
    desiredFeature: [...desiredFeature],
    ...(makeProject && { name: name.trim(), key: key.trim() }),
  };
}

/** Each user has an entry of their own in the browser. */
const storageKey = () => `packhouse.personalization.${session().name}`;

/** Keeps the progress in this browser: base64 of JSON. */
export function storeProgress(progress: Progress): void {
  const bytes = new TextEncoder().encode(JSON.stringify(progress));
  localStorage.setItem(storageKey(), btoa(String.fromCharCode(...bytes)));
}

/** The progress of an earlier visit; what cannot be read counts as none. */
export function storedProgress(): Progress | undefined {
  const stored = localStorage.getItem(storageKey());
  if (stored === null) return;
  try {
    const bytes = Uint8Array.from(atob(stored), (character) => character.charCodeAt(0));
    const progress: Progress = JSON.parse(new TextDecoder().decode(bytes));
    if (questionnaireSteps.every((step) => typeof progress[step]?.stepDataObject === 'object')) return progress;
  } catch {
    // Somebody else's text under our key: begin anew.
  }
  return undefined;
}

export function clearProgress(): void {
  localStorage.removeItem(storageKey());
}
