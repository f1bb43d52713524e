import { queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { session, setSession } from '@packhouse/console-kit/session/session.ts';

/** A project as the switcher knows it. */
export interface KnownProject {
  key: string;
  name: string;
  administrator: boolean;
}

const storageKey = 'packhouse.project';

/** Takes up the project chosen last, where it is still one of these; all projects otherwise. */
export function applyProject(projects: readonly KnownProject[]): void {
  const wanted = session().projectKey ?? localStorage.getItem(storageKey);
  const chosen = projects.find(({ key }) => key === wanted);
  setSession({ projectKey: chosen?.key, managesProject: chosen?.administrator ?? false });
}

/** Shows the console for one project, or for all of them; what is on screen is asked for again. */
export function chooseProject(key: string | undefined, projects: readonly KnownProject[]): void {
  if (key === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, key);
  const chosen = projects.find((project) => project.key === key);
  setSession({ projectKey: chosen?.key, managesProject: chosen?.administrator ?? false });
  void queryClient.invalidateQueries();
}
