import type { RouteObject } from 'react-router';

export const firewallPath = '/security/firewall';
export const recordListPath = `${firewallPath}/records`;
export const exceptionListPath = `${firewallPath}/exceptions`;
const askPath = `${firewallPath}/ask`;

/** What may come in from upstreams: rules, what they did, and exceptions from them. */
export const firewallScreens: RouteObject[] = [
  { path: firewallPath, lazy: async () => ({ Component: (await import('./firewall-rule-page.tsx')).FirewallRulePage }) },
  { path: recordListPath, lazy: async () => ({ Component: (await import('./record-list-page.tsx')).RecordListPage }) },
  { path: exceptionListPath, lazy: async () => ({ Component: (await import('./exception-list-page.tsx')).ExceptionListPage }) },
  { path: askPath, lazy: async () => ({ Component: (await import('./ask-page.tsx')).AskPage }) },
];
