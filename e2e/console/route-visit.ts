import type { Page } from '@playwright/test';
import { expect } from './console-test.ts';
import type { NavLine } from './route-table.ts';
import { drawn, goInside, turnTo } from './screen-checks.ts';

export type Visitor = 'nobody' | 'anonymous' | 'user' | 'project administrator' | 'administrator';

/** This becomes of somebody at an address: the page, the sign-in page, the packages with a notice, or a page that says who can grant access. */
export type Outcome = 'page' | 'sign-in' | 'away' | 'refused';

/** Pages that anybody opens and that answer with a refusal, because what they show is not for everybody. */
const refusedBy: Readonly<Record<string, readonly Visitor[]>> = {
  '/access': ['anonymous'],
  '/quick-setup': ['anonymous', 'user', 'project administrator'],
  '/xray/git-scanning/left-hooks': ['anonymous', 'user', 'project administrator'],
  '/builds/:name': ['anonymous'],
  '/builds/:name/:number': ['anonymous'],
  '/builds/:name/:number/:started/:view': ['anonymous'],
  '/builds/:name/:number/:started/compare': ['anonymous'],
  '/builds/:name/:number/:started/Evidence': ['anonymous'],
};

/** Addresses that are there for others: what they lead to says that there is nothing. */
const leadsToNothing = ['/cloud-subscription'];

/** Calls that are refused although all is well: asking who one is, and asking to enrol outside of a sign-in. */
const expectedRefusals = ['401 /ui/api/v1/ui/auth/current', '403 /ui/api/v1/ui/auth/mfa/enroll'];

/** What governs the whole platform is not there for those who keep a project only. */
const othersPolicies = /^404 \/ui\/api\/v1\/xray\/ui\/(policies|watches|reports)\//;

/** Pages that the walk enters without a connection in their addresses: they say so to everybody, and ask for nothing. */
const withoutConnection = ['/git-repo-scan/select-repos', '/xray/git-scanning', '/xray/git-scanning/pull-requests', '/xray/git-scanning/pull-request'];

const isWithin = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`);

function getLine(path: string, nav: readonly NavLine[]): NavLine | undefined {
  return nav
    .filter((line) => isWithin(path, line.path) || line.alsoAt?.some((other) => isWithin(path, other)))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Whether a line for this role is there for a visitor. */
function mayAs(role: string | undefined, visitor: Visitor): boolean {
  if (role === 'administrator') return visitor === 'administrator';
  if (role === 'projectAdministrator') return visitor === 'administrator' || visitor === 'project administrator';
  return role !== 'user' || visitor !== 'anonymous';
}

/** Gives what the areas say about who may see their pages, as an outcome. */
export function expectedOutcome(path: string, visitor: Visitor, nav: readonly NavLine[]): Outcome {
  if (/^\/(login|auth|logout|406)(\/|$)/.test(path)) return 'page';
  if (visitor === 'nobody') return 'sign-in';
  if (path === '/admin/artifactory/user_profile') return visitor === 'anonymous' ? 'sign-in' : 'page';
  // The teaser leads on to the policies where scanning runs.
  if (path === '/security-and-compliance-teaser') return expectedOutcome('/security/policies', visitor, nav);
  const role = getLine(path, nav)?.requires?.role;
  if (isWithin(path, '/security') || isWithin(path, '/insight/trends')) return mayAs(role, visitor) ? 'page' : 'away';
  if (isWithin(path, '/admin')) return visitor === 'administrator' || role === 'user' ? 'page' : 'away';
  if (withoutConnection.includes(path)) return 'page';
  if (refusedBy[path]?.includes(visitor) || (role === 'user' && visitor === 'anonymous')) return 'refused';
  return 'page';
}

export interface Visit {
  readonly path: string;
  readonly visitor: Visitor;
  /** The path with real names in place of its parameters. */
  readonly address: string;
  readonly outcome: Outcome;
  /** By the address alone, as from a link that was sent, or from inside the console, which does not load it again. */
  readonly by: 'address' | 'inside';
}

/** Somebody who may not see a page is led here instead of it. */
const leadsTo: Readonly<Partial<Record<Outcome, RegExp>>> = { 'sign-in': /\/ui\/login(\?logout=true)?$/, away: /\/ui\/packages\?redirect=true$/ };

/** Opens an address, and waits for all that comes: of the pages that others are led to, for their headings. */
async function open(page: Page, address: string, by: Visit['by'], outcome: Outcome): Promise<void> {
  const elsewhere = leadsTo[outcome];
  if (by === 'address' || !page.url().includes('/ui/')) await page.goto(address);
  else if (elsewhere) await turnTo(page, address);
  else await goInside(page, address);
  if (elsewhere) await page.waitForFunction((wanted) => new RegExp(wanted).test(window.location.href), elsewhere.source, { timeout: 30_000 });
  await drawn(page);
}

/** Collects the calls that fail although nothing is wrong, until it is told to stop; gives what has failed so far. */
function noteFailures(page: Page, visitor: Visitor): () => readonly string[] {
  const failures: string[] = [];
  const note = (response: { status(): number; url(): string }) => {
    const told = `${response.status()} ${new URL(response.url()).pathname}`;
    const isExpected = expectedRefusals.includes(told) || (visitor === 'project administrator' && othersPolicies.test(told));
    if (response.status() >= 400 && !isExpected) failures.push(told);
  };
  page.on('response', note);
  return () => {
    page.off('response', note);
    return failures;
  };
}

/** Visits an address and checks what becomes of the visitor. */
export async function visit(page: Page, { path, visitor, address, outcome, by }: Visit): Promise<void> {
  const stopNoting = noteFailures(page, visitor);
  await open(page, `/ui${address}`, by, outcome).catch((cause: unknown) => {
    throw new Error(`${path} never becomes ${outcome}`, { cause });
  });
  await expect.soft(page.getByRole('heading', { level: 1 }), `${path} has one main heading`).toHaveCount(1);
  await expect.soft(page, `${path} has a title`).toHaveTitle(/\S/);
  const refusal = page.getByRole('heading', { name: 'You may not see this' });
  await expect.soft(refusal, `${path} is ${outcome}`).toHaveCount(outcome === 'refused' ? 1 : 0);
  if (outcome === 'page' && !leadsToNothing.includes(path) && !/^\/(404|406)/.test(path))
    await expect.soft(page, `${path} is there`).not.toHaveURL(/\/ui\/(404|406|500)/);
  await expect.soft(page.locator('.ph-state-bad'), `${path} shows its page`).toHaveCount(0);
  const failures = stopNoting();
  if (outcome !== 'refused') expect.soft(failures, `${path}: calls that failed`).toEqual([]);
}

/**
 * Turns to addresses one after the other inside the console, each as soon as the one before has led to where all of them lead. The page there
 * is the same for all of them: how it looks is for a visit to one of them to see.
 */
export async function expectLedElsewhere(page: Page, visitor: Visitor, outcome: Outcome, addresses: readonly string[]): Promise<void> {
  const stopNoting = noteFailures(page, visitor);
  const stayed = await page.evaluate(
    async ({ all, wanted }) => {
      const elsewhere = new RegExp(wanted);
      const others: string[] = [];
      for (const address of all) {
        window.history.pushState(null, '', address);
        window.dispatchEvent(new PopStateEvent('popstate'));
        const until = performance.now() + 30_000;
        while (!elsewhere.test(window.location.href) && performance.now() < until) await new Promise((resolve) => setTimeout(resolve));
        if (!elsewhere.test(window.location.href)) others.push(`${address} leads to ${window.location.href}`);
      }
      return others;
    },
    { all: addresses.map((address) => `/ui${address}`), wanted: leadsTo[outcome]?.source ?? '' },
  );
  expect.soft(stayed, `all of ${addresses.length} addresses end as ${outcome}`).toEqual([]);
  await drawn(page);
  await expect.soft(page.getByRole('heading', { level: 1 }), `${outcome} has one main heading`).toHaveCount(1);
  expect.soft(stopNoting(), `${outcome}: calls that failed`).toEqual([]);
}
