import { createProject } from '@packhouse/contract/access/access-project-routes.ts';
import { updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { listProjects } from '@packhouse/contract/shell/shell-routes.ts';
import { answers, refuses } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server, signIn } from '@packhouse/testkit/console/render-area.tsx';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { useStartUp } from '../../start-up/start-up.ts';
import { showOnboarding, useOnboarding } from '../onboarding-state.ts';
import { resetTracking, useTracking } from '../tracking.ts';
import { type Answers, flatten, getAnswers, getProgress, makeProblems, noAnswers, questionnaireSteps, storedProgress } from './progress.ts';
import { Questionnaire } from './questionnaire.tsx';

prepareConsole();

const storageKey = 'packhouse.personalization.admin';
const base = noAnswers(true);
const problems = (step: (typeof questionnaireSteps)[number], change: Partial<Answers>) => Object.keys(makeProblems(step, { ...base, ...change }));
const details = { role: 'Software Developer', companyName: 'Acme' } as const;

let sent: unknown[] = [];
let made: unknown[] = [];
/** This was true when the answers arrived: the order of sending. */
let atSending: unknown[] = [];
beforeEach(() => {
  sent = [];
  made = [];
  atSending = [];
  resetTracking();
  useStartUp.setState({ showPersonalization: true });
  showOnboarding({ personalizing: true });
  server.use(
    answers(listProjects, []),
    answers(createProject, ({ body }) => {
      made.push(body);
      return {
        key: 'acme',
        name: 'Acme',
        description: '',
        privileges: { manageMembers: true, manageResources: true, indexResources: true },
        quotaBytes: null,
        softLimit: false,
        quotaNotification: true,
        createdAt: '2026-01-01T00:00:00.000Z',
        may: { settings: true, members: true, resources: true, quota: true },
      };
    }),
    answers(updateUserCustomData, ({ body }) => {
      sent.push(body);
      atSending = [useTracking.getState().answered, useStartUp.getState().showPersonalization, localStorage.getItem(storageKey) !== null];
      return { firstLogin: false, showPersonalization: false, playedVideos: [], feedback: {} };
    }),
  );
});

const open = (session = {}) => renderArea([{ path: '/', element: <Questionnaire /> }], '/', session);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const pick = (name: string | RegExp) => userEvent.click(screen.getByRole('radio', { name }));

async function untilFeatures() {
  open();
  await press("Let's go");
  await pick(/^Commercial/);
  await press('Next');
  await pick('Other');
  await userEvent.type(screen.getByRole('textbox', { name: 'Your role' }), ' Archivist ');
  await userEvent.type(screen.getByRole('textbox', { name: 'Company' }), 'Müller & Töchter');
  await press('Next');
}

describe('the rules of the questionnaire', () => {
  it('ONB-059 has its four steps in order', () => expect(questionnaireSteps).toEqual(['init', 'purpose', 'details', 'desiredFeatures']));
  it('ONB-064 needs a purpose', () => {
    expect(problems('purpose', {})).toEqual(['purpose']);
    expect(problems('purpose', { purpose: 'Personal' })).toEqual([]);
  });
  it('ONB-065 needs a role', () => {
    expect(problems('details', {})).toEqual(['role']);
    expect(problems('details', details)).toEqual([]);
  });
  it('ONB-066 needs to know another role', () => {
    expect(problems('details', { role: 'Other', otherRole: ' ' })).toEqual(['otherRole']);
    expect(problems('details', { role: 'Other', otherRole: 'Archivist' })).toEqual([]);
  });
  it('ONB-067 needs the company where the purpose is commercial', () => {
    expect(problems('details', { ...details, companyName: '', purpose: 'Commercial' })).toEqual(['companyName']);
    expect(problems('details', { ...details, companyName: '', purpose: 'Personal' })).toEqual([]);
  });
  it('ONB-068 needs a feature', () => {
    expect(problems('desiredFeatures', {})).toEqual(['desiredFeature']);
    expect(problems('desiredFeatures', { desiredFeature: ['CI/CD'] })).toEqual([]);
  });
  it('ONB-069 wants a key that starts with a lowercase character', () => {
    const of = (key: string) => makeProblems('details', { ...base, ...details, key }).key;
    for (const key of ['1st', 'Upper', '-dash', '']) expect(of(key)).toBe('Project key must start with a lowercase character');
    expect(of('upper')).toBeUndefined();
  });
  it('ONB-070 wants a key of at most 128 characters', () => {
    expect(problems('details', { ...details, key: 'k'.repeat(128) })).toEqual([]);
    expect(problems('details', { ...details, key: 'k'.repeat(129) })).toEqual(['key']);
  });
  it('ONB-063 offers the Default Project with the key dflt', () => expect(base).toMatchObject({ name: 'Default Project', key: 'dflt' }));
  it('ONB-071 keeps data, completion and validity of each step', () => {
    const progress = getProgress({ ...base, purpose: 'Personal' }, new Set(['init']));
    expect(progress.purpose).toEqual({ stepDataObject: { purpose: 'Personal' }, isCompleted: false, isValid: true });
    expect(progress.init).toEqual({ stepDataObject: {}, isCompleted: true, isValid: true });
    expect(progress.details.isValid).toBe(false);
    expect(getAnswers(progress, base)).toEqual({ ...base, purpose: 'Personal' });
  });
  it('ONB-060 sends every field that was asked', () => {
    const all: Answers = { ...base, purpose: 'Personal', ossProjectName: 'Gnu', role: 'Other', otherRole: 'Archivist', desiredFeature: ['CI/CD'] };
    expect(flatten(all)).toEqual({
      purpose: 'Personal',
      ossProjectName: 'Gnu',
      role: 'Other',
      otherRole: 'Archivist',
      desiredFeature: ['CI/CD'],
      name: 'Default Project',
      key: 'dflt',
    });
    expect(flatten({ ...all, purpose: 'Commercial', companyName: ' Acme ', makeProject: false })).toMatchObject({ companyName: 'Acme' });
  });
});

describe('the questionnaire', () => {
  it('ONB-061 ONB-062 offers the roles and the features', async () => {
    await untilFeatures();
    expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
      'Binary management',
      'Team Administration',
      'Single Sign On',
      'Vulnerabilities Scanning',
      'License Compliance Checks',
      'CI/CD',
      'Container Registry',
      'Software Bill Of Materials (SBOM)',
    ]);
    await press('Back');
    const roles = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(roles).toEqual(['DevOps Engineer', 'Software Developer', 'DevSecOps Engineer', 'Other']);
  });
  it('says what is missing next to it, and stays', async () => {
    open();
    await press("Let's go");
    await press('Next');
    expect(screen.getByRole('alert')).toHaveTextContent('Choose what you will use it for');
    await pick(/^Personal/);
    await press('Next');
    await press('Next');
    expect(screen.getByRole('alert')).toHaveTextContent('Choose your role');
  });
  it('ONB-072 ONB-073 keeps completed steps in the browser as base64 of JSON, and goes on there after a reload', async () => {
    await untilFeatures();
    const text = new TextDecoder().decode(Uint8Array.from(atob(localStorage.getItem(storageKey) ?? ''), (one) => one.charCodeAt(0)));
    const stored = JSON.parse(text);
    expect(stored.purpose).toEqual({ stepDataObject: { purpose: 'Commercial' }, isCompleted: true, isValid: true });
    expect(stored.details).toMatchObject({ stepDataObject: { companyName: 'Müller & Töchter' }, isCompleted: true });
    expect(stored.desiredFeatures.isCompleted).toBe(false);
    cleanup();
    open();
    expect(screen.getByText('What are you interested in?')).toBeVisible();
    await press('Back');
    expect(screen.getByRole('textbox', { name: 'Company' })).toHaveValue('Müller & Töchter');
  });
  it('begins anew when something else stands under its name', () => {
    signIn();
    localStorage.setItem(storageKey, 'not base64!');
    expect(storedProgress()).toBeUndefined();
    localStorage.setItem(storageKey, btoa('{"init":1}'));
    expect(storedProgress()).toBeUndefined();
  });
  it('ONB-074 ONB-075 tracks, turns the flag off, keeps the flattened answers for the user, then clears the browser', async () => {
    await untilFeatures();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Container Registry' }));
    await press('Send');
    await waitFor(() => expect(useOnboarding.getState().personalizing).toBe(false));
    expect(sent).toEqual([
      {
        purpose: 'Commercial',
        companyName: 'Müller & Töchter',
        role: 'Other',
        otherRole: 'Archivist',
        desiredFeature: ['Container Registry'],
        name: 'Default Project',
        key: 'dflt',
        showPersonalization: false,
      },
    ]);
    expect(atSending).toEqual([true, false, true]);
    expect(localStorage.getItem(storageKey)).toBeNull();
  });
  it('ONB-076 creates the first project by its name and key', async () => {
    await untilFeatures();
    await userEvent.click(screen.getByRole('checkbox', { name: 'CI/CD' }));
    await press('Send');
    await waitFor(() => expect(made).toEqual([{ name: 'Default Project', key: 'dflt' }]));
  });
  it('ONB-077 says that the project could not be created, and keeps the answers all the same', async () => {
    server.use(refuses(createProject, 'internal'));
    await untilFeatures();
    await userEvent.click(screen.getByRole('checkbox', { name: 'CI/CD' }));
    await press('Send');
    expect(await screen.findByText('Failed to create a project')).toBeVisible();
    await waitFor(() => expect(sent).toHaveLength(1));
  });
  it('keeps everything when the answers cannot be sent', async () => {
    server.use(refuses(updateUserCustomData, 'internal'));
    await untilFeatures();
    await userEvent.click(screen.getByRole('checkbox', { name: 'CI/CD' }));
    await press('Send');
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(useStartUp.getState().showPersonalization).toBe(true);
    expect(localStorage.getItem(storageKey)).not.toBeNull();
  });
  it('asks no more after Not now', async () => {
    open();
    await press('Not now');
    await waitFor(() => expect(sent).toEqual([{ showPersonalization: false }]));
    expect(useOnboarding.getState().personalizing).toBe(false);
  });
  it('offers a project to administrators only', async () => {
    open({ administrator: false });
    await press("Let's go");
    await pick(/^Personal/);
    await press('Next');
    expect(screen.queryByRole('textbox', { name: 'Project key' })).toBeNull();
  });
});
