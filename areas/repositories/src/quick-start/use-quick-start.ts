import { call, getCommands, isApiError, useCommands, useSession } from '@packhouse/console-kit/console-kit.ts';
import { userProfile } from '@packhouse/contract/access/auth-profile-routes.ts';
import { createQuickRepos, getReposModel, type OnboardingType, reposStates } from '@packhouse/contract/repositories/onboarding-routes.ts';
import { getSetMeUp } from '@packhouse/contract/repositories/package-routes.ts';
import { notify } from '@packhouse/ui/core.ts';
import { useEffect, useReducer, useState } from 'react';
import { initialQuickStart, quickStart } from './quick-start.ts';

/** One notification for each thing that the server says. */
export function notifyEach(error: unknown): void {
  const messages = isApiError(error) ? error.messages : [error instanceof Error ? error.message : String(error)];
  for (const message of messages) notify.bad(message);
}

/** Tells what the quick start knows besides its own state: of which types the platform can make repositories. */
export function useQuickStart() {
  const [state, dispatch] = useReducer(quickStart, initialQuickStart);
  const [supported, setSupported] = useState<readonly OnboardingType[]>(initialQuickStart.packageTypes);
  const { kind } = useSession();
  useCommands(() => [...getCommands(reposStates, {}), ...getCommands(getReposModel, { query: { repoPrefix: state.repoPrefix } })]);
  useEffect(() => {
    let gone = false;
    const start = async () => {
      dispatch({ type: 'started' });
      // Without these states every type is offered, and the server decides.
      const states = call(reposStates, {}).then(
        ({ repoStates }) => !gone && setSupported(repoStates.filter((one) => one.supported).map((one) => one.repoType)),
        (error: Error) => console.warn('The states of the repositories cannot be read:', error.message),
      );
      const layouts = call(getReposModel, { query: { repoPrefix: '' } }).catch((error: unknown) => notifyEach(error));
      const domain = call(getSetMeUp, {}).catch((error: unknown) => notifyEach(error));
      const profile = kind === 'user' ? call(userProfile, { body: {} }).catch((error: unknown) => notifyEach(error)) : undefined;
      const [model, setUp] = await Promise.all([layouts, domain, states, profile]);
      if (gone) return;
      const { host } = new URL(setUp?.baseUrl ?? window.location.origin);
      dispatch({ type: 'loaded', repoLayouts: model?.repoLayouts ?? [], domainName: host });
    };
    start().catch((error: Error) => console.warn('INITIALIZE:', error.message));
    return () => {
      gone = true;
    };
  }, [kind]);
  return { state, dispatch, supported };
}

interface CreateOrder {
  type: OnboardingType;
  repoPrefix: string;
  upstreamUrl: string;
}

/** Makes the repositories of a type. */
export async function createRepositories({ type, repoPrefix, upstreamUrl }: CreateOrder) {
  const { createdReposByTypes, withoutUpstream } = await call(createQuickRepos, {
    body: { repoTypes: [type], repoPrefix, upstreams: { [type]: upstreamUrl.trim() === '' ? null : { url: upstreamUrl.trim() } } },
  });
  return { ...createdReposByTypes, withoutUpstream: withoutUpstream.includes(type) };
}
