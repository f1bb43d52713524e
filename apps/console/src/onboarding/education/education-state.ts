import { call } from '@packhouse/console-kit/calls/calls.ts';
import { readUserCustomData, type UserCustomData, updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { create } from 'zustand';

export type Feedback = UserCustomData['feedback'];

interface EducationState {
  open: boolean;
  /** Module that is open in the panel. */
  activeModule: string | undefined;
  /** Videos that were played, each once. */
  playedVideos: readonly string[];
  /** Modules that the reader has said something about, each once. */
  feedbackGiven: readonly string[];
  feedback: Feedback;
  /** Features that the reader said they want; modules about them come first. */
  wishes: readonly string[];
}

/** The education center: what is open, and what the reader has seen and said. */
export const useEducation = create<EducationState>(() => ({
  open: false,
  activeModule: undefined,
  playedVideos: [],
  feedbackGiven: [],
  feedback: {},
  wishes: [],
}));

export const openEducation = (): void => useEducation.setState({ open: true });
export const closeEducation = (): void => useEducation.setState({ open: false });
export const showModule = (activeModule: string | undefined): void => useEducation.setState({ activeModule });

/** Reads what the reader has seen and said, on whatever machine. @throws ApiError */
export async function loadEducation(): Promise<void> {
  const { playedVideos, feedback, desiredFeature = [] } = await call(readUserCustomData, {});
  useEducation.setState({ playedVideos, feedback, feedbackGiven: Object.keys(feedback), wishes: desiredFeature });
}

/** Notes that a video was played, and keeps it for the user. @throws ApiError */
export async function playVideo(id: string): Promise<void> {
  const { playedVideos } = useEducation.getState();
  if (playedVideos.includes(id)) return;
  const next = [...playedVideos, id];
  useEducation.setState({ playedVideos: next });
  await call(updateUserCustomData, { body: { playedVideos: next } });
}

/** Notes what the reader thinks of a module, and keeps it for the user. @throws ApiError */
export async function giveFeedback(module: string, opinion: Feedback[string]): Promise<void> {
  const feedback = { ...useEducation.getState().feedback, [module]: opinion };
  useEducation.setState({ feedback, feedbackGiven: Object.keys(feedback) });
  await call(updateUserCustomData, { body: { feedback } });
}
