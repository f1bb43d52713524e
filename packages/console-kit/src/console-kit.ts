/** All that an area may know of the shell. */
export { type Area, area, areaManifest } from './area.ts';
export { call, isApiError, mutation, pages, query, queryClient, refresh } from './calls.ts';
export type { Command } from './client-commands.ts';
export { curlOf } from './curl.ts';
export { Failure, Loaded, notifyFailure } from './failure.tsx';
export { Findings } from './findings.tsx';
export { catalogue, type Label, type Language, labelText, language, languages, type Messages, type Translation, useLanguage } from './i18n.ts';
export { type InTurn, inTurn } from './in-turn.ts';
export { type LiveState, useLive, useLiveEvents, useLiveGap, useLiveState } from './live-events.ts';
export { LoadedPage } from './loaded-page.tsx';
export { type AreaManifest, isVisible, type NavItem, type Requirement, type Sidebar } from './menu-visibility.ts';
export { fetchMicrofrontend } from './microfrontends.ts';
export { commandsOf, useCommands } from './page-commands.tsx';
export { useRefusal } from './refusal.ts';
export { knownServiceStatus } from './service-status.ts';
export { type Action, type ResourceType, type Session, session, useSession } from './session.ts';
