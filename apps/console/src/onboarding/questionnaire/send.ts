import { call } from '@packhouse/console-kit/calls/calls.ts';
import { createProject } from '@packhouse/contract/access/access-project-routes.ts';
import { updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { useStartUp } from '../../start-up/start-up.ts';
import { t } from '../onboarding-words.ts';
import { trackAnswers } from '../tracking.ts';
import { type Answers, clearProgress, flatten } from './progress.ts';

/** Makes the first project unless there is one with its key. */
async function makeProject(name: string, key: string): Promise<void> {
  try {
    const projects = await call(listProjects, {});
    if (projects.some((project) => project.key === key)) return;
    await call(createProject, { body: { name, key } });
  } catch {
    notify.bad(t('projectFailed'));
  }
}

/**
 * Sends the questionnaire: the answers are put into one, the tracking of the first steps notes it, the flag is turned off, the answers are kept with the
 * user's own data on this installation and nowhere else, and what the browser kept is cleared. @throws ApiError when they cannot be kept; nothing is cleared then
 */
export async function sendQuestionnaire(answers: Answers): Promise<void> {
  const flat = flatten(answers);
  if (flat.name !== undefined && flat.key !== undefined) await makeProject(flat.name, flat.key);
  trackAnswers();
  const before = useStartUp.getState().showPersonalization;
  useStartUp.setState({ showPersonalization: false });
  try {
    await call(updateUserCustomData, { body: { ...flat, showPersonalization: false } });
  } catch (error) {
    useStartUp.setState({ showPersonalization: before });
    throw error;
  }
  clearProgress();
}

/** Ends the asking without answers. */
export async function skipQuestionnaire(): Promise<void> {
  useStartUp.setState({ showPersonalization: false });
  clearProgress();
  await call(updateUserCustomData, { body: { showPersonalization: false } });
}
