/** All that an area may know of the shell. */

export { call, isApiError, mutation, pages, query, queryClient, refresh, tryAgain } from './calls/calls.ts';
export type { Command } from './calls/client-commands.ts';
export { getCurl } from './calls/curl.ts';
export { type InTurn, inTurn } from './calls/in-turn.ts';
export { type LiveState, useLive, useLiveEvents, useLiveGap, useLiveState } from './calls/live-events.ts';
export { getCommands, useCommands } from './calls/page-commands.tsx';
export { knownServiceStatus } from './calls/service-status.ts';
export { BillDownloads } from './lists/bill-downloads.tsx';
export { Failure, Loaded, notifyFailure } from './lists/failure.tsx';
export { Findings } from './lists/findings.tsx';
export { JudgedBy } from './lists/judged-by.tsx';
export { Judging } from './lists/judging.tsx';
export { LoadedPage } from './lists/loaded-page.tsx';
export { useToldOf } from './lists/told-of.ts';
export { Verdict } from './lists/verdict.tsx';
export { type Area, area, areaManifest } from './session/area.ts';
export { type AreaManifest, isVisible, type NavItem, type Requirement, type Sidebar } from './session/menu-visibility.ts';
export { fetchMicrofrontend } from './session/microfrontends.ts';
export { type Question, useQuestion } from './session/question.ts';
export { useRefusal } from './session/refusal.ts';
export { type Action, type ResourceType, type Session, session, useSession } from './session/session.ts';
export { catalogue, type Label, type Language, labelText, language, languages, type Message, type Messages, useLanguage } from './words/i18n.ts';
