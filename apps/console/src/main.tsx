import { onSessionLost, queryClient } from '@packhouse/console-kit/calls/calls.ts';
import { onRightsChanged, setLive } from '@packhouse/console-kit/calls/live-events.ts';
import { PageCommands } from '@packhouse/console-kit/calls/page-commands.tsx';
import { session, setSession } from '@packhouse/console-kit/session/session.ts';
import { type Language, showLanguage, withLanguage } from '@packhouse/console-kit/words/i18n.ts';
import { applyTheme, setLocale, setPageTools, setWords, words } from '@packhouse/ui/core.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { readAreas } from './areas/area-list.ts';
import { inGerman, loadGerman } from './german-speaker.ts';
import { rememberedInterface } from './navigation/interface-choice.ts';
import { watchQuotas } from './navigation/quota-message.ts';
import { createRouter } from './router.tsx';
import { keepSession } from './sign-in/keep-session.ts';
import { leadToTrouble } from './start-up/server-trouble.ts';
import { readRightsAgain, startUp, useStartUp } from './start-up/start-up.ts';

async function speakKit(language: Language): Promise<void> {
  setLocale(language);
  setWords(language === 'de' ? { language, said: inGerman, ready: loadGerman } : { language });
}

async function begin(): Promise<void> {
  applyTheme();
  withLanguage(speakKit);
  setPageTools(PageCommands);
  setSession({ interface: rememberedInterface() });
  await Promise.all([startUp(), readAreas().catch(() => []), showLanguage()]);
  // What servers say is wanted with the first failure and the first area, which wait for it; the first page does not.
  void words().ready();
  const router = createRouter();
  const { trouble } = useStartUp.getState();
  if (trouble) leadToTrouble(trouble, (path, options) => void router.navigate(path, options));
  keepSession((path) => void router.navigate(path), onSessionLost);
  watchQuotas((path) => void router.navigate(path));
  onRightsChanged(() => void readRightsAgain());
  setLive(session().kind === 'user');
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Lists and forms come next, whatever the page: they are fetched while nobody waits.
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 500));
  idle(() => {
    if (session().kind === 'nobody') return;
    // What cannot be had now is asked for again by the page that needs it, which then says so.
    const ahead = [import('./areas/federation-runtime.ts'), import('@packhouse/console-kit/lists.ts'), import('@packhouse/console-kit/forms.ts')];
    void Promise.allSettled(ahead);
  });
}

void begin();
