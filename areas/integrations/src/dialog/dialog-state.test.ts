import { expect, it } from 'vitest';
import { testIntegration } from '../test-integration.ts';
import { changeDialog, closedDialog, type DialogEvent, type DialogState } from './dialog-state.ts';

const after = (...events: DialogEvent[]): DialogState => events.reduce(changeDialog, closedDialog);
const connect: DialogEvent = { type: 'connect', vendorName: 'github' };

it('GIT-036 has two steps', () => {
  expect(after(connect)).toMatchObject({ isOpen: true, step: 'createEditIntegration', isEditing: false });
  expect(after({ type: 'chooseService', vendorName: 'github', integrationKey: 'shop-code' })).toMatchObject({ step: 'selectService' });
});

it('GIT-037 goes on to the services once the connection is made, and knows its key', () => {
  expect(after(connect, { type: 'created', integrationKey: 'shop-code' })).toMatchObject({ step: 'selectService', integrationKey: 'shop-code' });
});

it('GIT-038 forgets everything when it is closed', () => {
  for (const events of [[connect, { type: 'testing' }], [connect, { type: 'tested' }], [{ type: 'edit', integration: testIntegration }]] as DialogEvent[][])
    expect(after(...events, { type: 'close' })).toEqual(closedDialog);
});

it('GIT-039 GIT-040 marks what was tried until that is reset', () => {
  expect(after(connect, { type: 'testing' })).toMatchObject({ isLoading: true, isTested: false, hasPopover: false });
  expect(after(connect, { type: 'testing' }, { type: 'tested' })).toMatchObject({ isLoading: false, isTested: true, hasPopover: true });
  expect(after(connect, { type: 'tested' }, { type: 'resetTest' })).toMatchObject({ isLoading: false, isTested: false, hasPopover: false });
});
