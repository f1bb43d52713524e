import { readUserCustomData, type UserCustomData, updateUserCustomData } from '@packhouse/contract/shell/onboarding-user-routes.ts';
import { answers } from '@packhouse/testkit/console/answers.ts';
import { prepareConsole, renderArea, server } from '@packhouse/testkit/console/render-area.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { helpEntries } from '../menu-entries.ts';
import { EducationPanel } from './education-panel.tsx';
import { useEducation } from './education-state.ts';
import { fillCommand, modules } from './lessons.ts';

prepareConsole();

let kept: UserCustomData;
let changes: object[] = [];
beforeEach(() => {
  useEducation.setState(useEducation.getInitialState(), true);
  changes = [];
  kept = { firstLogin: false, showPersonalization: false, playedVideos: [], feedback: {} };
  server.use(
    answers(readUserCustomData, () => kept),
    answers(updateUserCustomData, ({ body }) => {
      changes.push(body as object);
      kept = { ...kept, ...(body as Partial<UserCustomData>) };
      return kept;
    }),
  );
});

const open = (session = {}) => renderArea([{ path: '/*', element: <EducationPanel /> }], '/packages', session);
const enter = async (module: RegExp) => userEvent.click(await screen.findByRole('button', { name: module }));

describe('the education center', () => {
  it('ONB-078 lists modules, plays their videos and takes feedback', async () => {
    open();
    expect(await screen.findByRole('dialog', { name: 'Education center' })).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(modules.length);
    await enter(/^Repositories/);
    const video = screen.getByRole('region', { name: 'Your first file' });
    await userEvent.click(within(video).getByRole('button', { name: 'Play' }));
    expect(screen.getByText(/curl -f -u admin -T notes.txt https:\/\/packages.example.test\/artifactory\/generic-local/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Thank you for your feedback')).toBeVisible();
  });
  it('ONB-079 holds whether it is open, the module, the videos and the feedback', async () => {
    expect(useEducation.getState()).toMatchObject({ open: false, activeModule: undefined, playedVideos: [], feedbackGiven: [] });
    const entry = helpEntries({ kind: 'user', features: { educationCenter: true } }).find((one) => 'label' in one && one.label === 'Education center');
    if (entry && 'onSelect' in entry) entry.onSelect?.();
    expect(useEducation.getState().open).toBe(true);
    open();
    await enter(/^npm packages/);
    expect(useEducation.getState().activeModule).toBe('npm-packages');
  });
  it('ONB-080 notes each video and each module once, and keeps them for the user', async () => {
    open();
    await enter(/^Container images/);
    const video = screen.getByRole('region', { name: 'Tag and push' });
    await userEvent.click(within(video).getByRole('button', { name: 'Play' }));
    await userEvent.click(within(video).getByRole('button', { name: 'Play again' }));
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    await waitFor(() =>
      expect(changes).toEqual([{ playedVideos: ['container-push'] }, { feedback: { containers: 'helpful' } }, { feedback: { containers: 'unhelpful' } }]),
    );
    expect(useEducation.getState()).toMatchObject({ playedVideos: ['container-push'], feedbackGiven: ['containers'] });
  });
  it('remembers what was played, and puts first what the reader wants', async () => {
    kept = { ...kept, playedVideos: ['build-info'], desiredFeature: ['CI/CD'] };
    open();
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('Builds in CI'));
    expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('1 of 1 played');
    expect(screen.getByText('For you')).toBeVisible();
  });
  it('finds words and commands, and says when nothing fits', async () => {
    open();
    await userEvent.type(await screen.findByRole('searchbox'), 'DOCKER PUSH');
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    expect(screen.getByText('Container images')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), 'zzz');
    expect(screen.getByText('No lesson has this in it')).toBeVisible();
  });
  it('leads to where it can be tried', async () => {
    const router = open();
    await enter(/^Finding things/);
    await userEvent.click(screen.getByRole('button', { name: 'Try it now' }));
    expect(router.state.location.pathname).toBe('/packages');
    expect(useEducation.getState().open).toBe(false);
  });
  it('is in the help menu only where it is switched on', () => {
    const labels = (on: boolean) => helpEntries({ kind: 'user', features: { educationCenter: on } }).map((one) => 'label' in one && one.label);
    expect(labels(true)).toContain('Education center');
    expect(labels(false)).not.toContain('Education center');
  });
  it('puts this installation into its commands', () =>
    expect(fillCommand('docker login -u {user} {host}', { base: 'https://p.test:8443', user: 'ann' })).toBe('docker login -u ann p.test:8443'));
});
