import { z } from 'zod';
import { ProjectKey, ProjectName } from '../access/access-project-names.ts';
import { constants } from '../constants.ts';
import { prefixes } from '../prefixes.ts';
import { route } from '../route.ts';

const url = `${prefixes.consoleApi}/ui/userCustomData`;

/** The platform is used for one of these. */
export const purposes = ['Commercial', 'Personal'] as const;
export const onboardingRoles = ['DevOps Engineer', 'Software Developer', 'DevSecOps Engineer', 'Other'] as const;
export const desiredFeatures = [
  'Binary management',
  'Team Administration',
  'Single Sign On',
  'Vulnerabilities Scanning',
  'License Compliance Checks',
  'CI/CD',
  'Container Registry',
  'Software Bill Of Materials (SBOM)',
] as const;

/** The project that the questionnaire offers to make. */
export const { defaultProject } = constants;

const Text = z.string().trim().max(200);

/** The flattened answers of the questionnaire; `name` and `key` are those of the first project. */
const answers = {
  purpose: z.enum(purposes).optional(),
  companyName: Text.optional(),
  ossProjectName: Text.optional(),
  role: z.enum(onboardingRoles).optional(),
  otherRole: Text.optional(),
  desiredFeature: z.array(z.enum(desiredFeatures)).max(desiredFeatures.length).optional(),
  name: ProjectName.optional(),
  key: ProjectKey.optional(),
};
export const QuestionnaireAnswers = z.strictObject(answers);
export type QuestionnaireAnswers = z.output<typeof QuestionnaireAnswers>;

const LessonId = z.string().regex(/^[a-z0-9-]{1,64}$/);

/** The console keeps this for a user: first steps, answers of the questionnaire, progress in the education center. */
export const UserCustomData = z.strictObject({
  ...answers,
  /** The user has not been greeted yet. */
  firstLogin: z.boolean(),
  /** The questionnaire is still to be asked. */
  showPersonalization: z.boolean(),
  /** Videos of the education center that were played, each once. */
  playedVideos: z.array(LessonId).max(200),
  /** The user thought this of modules of the education center, by module. */
  feedback: z.record(LessonId, z.enum(['helpful', 'unhelpful'])),
});
export type UserCustomData = z.output<typeof UserCustomData>;

export const readUserCustomData = route('readUserCustomData', {
  summary: 'What the console keeps for the signed-in user',
  method: 'GET',
  url,
  access: 'user',
  reply: UserCustomData,
});

export const updateUserCustomData = route('updateUserCustomData', {
  summary: 'Keep something for the signed-in user; what is not named stays',
  method: 'PUT',
  url,
  access: 'user',
  body: UserCustomData.partial(),
  reply: UserCustomData,
});
